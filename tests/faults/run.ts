import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { type CrashPlan, crash } from './crash.ts';
import { isFlawless, plainCrash, type WhatsAppCrashPlan, whatsAppCrash } from './whatsapp-crash.ts';
import { plainRace, race } from './whatsapp-race.ts';
import { roundTrip } from './whatsapp-round-trip.ts';
import { takeover } from './whatsapp-takeover.ts';

/** `npm run faults -- ID`: what was found, and a non-zero end on any breach. */
const crashes: Readonly<Record<string, CrashPlan>> = {
  crash: { messages: 1_000, contacts: 200, workerKills: 30, databaseKills: 3 },
  'crash-small': { messages: 60, contacts: 20, workerKills: 4, databaseKills: 1 },
};
const whatsAppCrashes: Readonly<Record<string, WhatsAppCrashPlan>> = {
  whatsapp: { customers: 200, messagesEach: 4, kills: 15 },
  'whatsapp-small': { customers: 40, messagesEach: 3, kills: 4 },
};

const workers = async (plan: CrashPlan): Promise<boolean> => {
  const report = await crash(plan);
  console.log(JSON.stringify(report));
  return report.lost + report.doubled + report.outOfOrder + report.withoutOneOutcome === 0;
};

/** One table for each promise; the plain library beside ours, so that the loop is seen to find something. */
const whatsApp = async (plan: WhatsAppCrashPlan): Promise<boolean> => {
  const scratch = makeScratch();
  const server = await startEmbeddedPostgres({ dataDir: join(scratch, 'data') });
  const fresh = () => freshDatabase(server.url);
  try {
    console.table([await roundTrip(await fresh())]);
    const [ours, plain] = [await whatsAppCrash(await fresh(), plan), await plainCrash(await fresh(), plan)];
    console.table({ ours, plain });
    const each = 160;
    const [inTurn, atOnce] = [await race(await fresh(), each), await plainRace(each)];
    console.table({ ours: inTurn, plain: atOnce });
    const owners = await takeover(await fresh(), 40);
    console.table([owners]);
    const noneGarbled = inTurn.unreadable + inTurn.notShown + inTurn.notReceived === 0;
    return isFlawless(ours) && noneGarbled && owners.spokenOver === 0;
  } finally {
    await server.stop();
    await sweepScratch(scratch);
  }
};

let databases = 0;

const freshDatabase = async (server: string): Promise<string> => {
  databases += 1;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database faults_${databases}`);
  await client.end();
  const url = server.replace('/prosa?', `/faults_${databases}?`);
  await migrate(url);
  return url;
};

const asked = process.argv[2] ?? '';
const [crashPlan, whatsAppPlan] = [crashes[asked], whatsAppCrashes[asked]];
if (!crashPlan && !whatsAppPlan) {
  console.error(`Usage: npm run faults -- ${Object.keys({ ...crashes, ...whatsAppCrashes }).join(' | ')}`);
  process.exit(2);
}
const kept = crashPlan ? await workers(crashPlan) : whatsAppPlan ? await whatsApp(whatsAppPlan) : false;
process.exit(kept ? 0 : 1);
