import { join } from 'node:path';
import pg from 'pg';
import { living } from '#adapters/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import type { Load, Loaded } from './loader.ts';
import { agentOfContact, openAgents, seedContacts, settled, startOurs, takenUp } from './ours.ts';
import { serverParts, statements } from './parts.ts';
import { cpuMs, familyOf, freePort, heardFrom, type Program, rssMb, startProgram } from './processes.ts';
import type { Report } from './run.ts';

const agentCount = 8;
/** The sixth reply to a contact within a minute would be taken for a robot's talk. */
const messagesEach = 5;
const historyLines = 20;
const warmUpContacts = 160;
const contactsARound = 200;
const widths = [8, 32] as const;

type Round = {
  readonly messages: number;
  readonly seconds: number;
  readonly milliseconds: readonly number[];
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly loadedMb: number;
};

type Side = {
  readonly name: 'floor 2' | 'ours';
  readonly server: Program;
  readonly port: number;
  readonly journal: string | null;
  readonly settled: () => Promise<void>;
};

type Watched = {
  readonly server: ReadonlyMap<string, number>;
  readonly database: ReturnType<typeof statements>;
  readonly messages: number;
};

/**
 * One message from a customer to the reply in her chat and on to the last row that says so: the real server beside
 * floor 2, in turns, on one PostgreSQL and with one model over HTTP that answers at once.
 */
export const bench = async ([rounds = '6']: readonly string[]): Promise<Report> => {
  const scratch = makeScratch();
  const dataDir = join(scratch, 'postgres');
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    const postmaster = living(dataDir)?.pid ?? 0;
    const model = startProgram('tests/support/fake-openai.ts');
    const { url: modelUrl } = await heardFrom<{ url: string }>(model);
    const loader = startProgram('tests/bench/loader.ts');
    const customers = customersFor(
      2 * warmUpContacts + (widths.length * Number(rounds) + 1) * contactsARound,
    );
    const place = {
      url: await ownDatabase(embedded.url, 'bench_ours'),
      modelUrl,
      dataDir: join(scratch, 'data'),
    };
    const ours = await startOurs(place);
    const agents = await openAgents(ours, agentCount);
    await seedContacts(ours, agents, customers.all, historyLines);
    const floor = await openFloor(
      await ownDatabase(embedded.url, 'bench_floor'),
      modelUrl,
      customers.all.length,
    );
    const sides: readonly Side[] = [floor, { ...ours, name: 'ours', settled: () => settled(ours) }];
    const idleMb = new Map(sides.map(({ name, server }) => [name, rssMb(server.pid)]));
    const run = (side: Side, atOnce: number, contacts: readonly string[]) => {
      const conversations = contacts.map((contact) => {
        const agent = customers.agentOf(contact);
        return { contact, agent: agents[agent]?.phone ?? '', token: `token-${1 + agent}` };
      });
      return measure(side, postmaster, loader, { atOnce, messagesEach, conversations });
    };

    const warmUp = customers.next(warmUpContacts);
    for (const side of sides) await run(side, widths[0], warmUp);
    const results: Results = new Map();
    for (const atOnce of widths) {
      for (let round = 0; round < Number(rounds); round += 1) {
        const contacts = customers.next(contactsARound);
        for (const side of sides) {
          const key = `${side.name}, ${atOnce} at once` as const;
          results.set(key, [...(results.get(key) ?? []), await run(side, atOnce, contacts)]);
        }
      }
    }
    await Promise.all([ours.stop(), floor.server.stop()]);

    const profiles = join(scratch, 'profiles');
    const again = await startOurs(place, ['--cpu-prof', `--cpu-prof-dir=${profiles}`]);
    await takenUp(again, agents);
    const watched: Side = { ...again, name: 'ours', settled: () => settled(again) };
    await run(watched, widths[0], customers.next(warmUpContacts));
    await logStatements(embedded.url, true);
    const from = process.hrtime.bigint();
    const { messages } = await run(watched, widths[0], customers.next(contactsARound));
    const to = process.hrtime.bigint();
    await logStatements(embedded.url, false);
    await Promise.all([again.stop(), model.stop(), loader.stop()]);
    const parts = { server: serverParts(profiles, from, to), database: statements(dataDir), messages };
    return reportOf(results, idleMb, parts);
  } finally {
    await embedded.stop();
    await sweepScratch(scratch);
  }
};

/** The same customers write to both sides, each to one of the agents. */
const customersFor = (count: number) => {
  const all = Array.from({ length: count }, (_, n) => `55219${80_000_000 + n}`);
  let taken = 0;
  return {
    all,
    agentOf: (contact: string) => agentOfContact(all.indexOf(contact), agentCount),
    next: (many: number) => {
      taken += many;
      return all.slice(taken - many, taken);
    },
  };
};

const asked = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const ownDatabase = async (server: string, name: string): Promise<string> => {
  await asked(server, `create database ${name}`);
  return server.replace('/prosa?', `/${name}?`);
};

const logStatements = async (server: string, on: boolean): Promise<void> => {
  const asOperator = server.replace('//prosa@', '//postgres@').replace('/prosa?', '/postgres?');
  await asked(
    asOperator,
    `alter system set log_min_duration_statement = ${on ? 0 : -1}`,
    'select pg_reload_conf()',
    'select pg_sleep(0.3)',
  );
};

const openFloor = async (url: string, modelUrl: string, contacts: number): Promise<Side> => {
  const port = await freePort();
  const environment = {
    DATABASE_URL: url,
    MODEL_URL: modelUrl,
    PORT: String(port),
    CONTACTS: String(contacts),
    LINES: String(historyLines),
  };
  const server = startProgram('tests/bench/floor-2.ts', { environment });
  await heardFrom(server);
  return { name: 'floor 2', server, port, journal: null, settled: async () => undefined };
};

const measure = async (
  { server, port, journal, settled: allSettled }: Side,
  postmaster: number,
  loader: Program,
  load: Omit<Load, 'port' | 'journal'>,
): Promise<Round> => {
  const [serverBefore, databaseBefore] = [cpuMs([server.pid]), cpuMs(familyOf(postmaster))];
  const begunAt = performance.now();
  const loaded = heardFrom<Loaded>(loader);
  loader.process.send({ ...load, port, journal } satisfies Load);
  const { milliseconds } = await loaded;
  await allSettled();
  return {
    messages: milliseconds.length,
    seconds: (performance.now() - begunAt) / 1_000,
    milliseconds,
    serverMs: cpuMs([server.pid]) - serverBefore,
    databaseMs: cpuMs(familyOf(postmaster)) - databaseBefore,
    loadedMb: rssMb(server.pid),
  };
};

type Results = Map<`${Side['name']}, ${number} at once`, readonly Round[]>;

const reportOf = (results: Results, idleMb: ReadonlyMap<string, number>, parts: Watched): Report => {
  const figures: Record<string, unknown> = {};
  const table = [
    [
      '',
      'msg/s',
      'least',
      'most',
      'p50 ms',
      'p99 ms',
      'server CPU ms',
      'PostgreSQL CPU ms',
      'RSS MB idle',
      'load',
    ],
  ];
  for (const [name, rounds] of results) {
    const figure = figureOf(rounds);
    const idle = idleMb.get(name.split(',')[0] ?? '') ?? 0;
    figures[name] = { ...figure, idleMb: Math.round(idle) };
    const { perSecond, least, most, p50, p99, serverMs, databaseMs, loadedMb } = figure;
    table.push([
      name,
      ...[perSecond, least, most, p50, p99, serverMs, databaseMs, idle, loadedMb].map(shown),
    ]);
  }
  const ratios = Object.fromEntries(widths.map((atOnce) => [atOnce, ratioAt(results, atOnce)]));
  return {
    table,
    notes: [
      ...widths.map(
        (atOnce) =>
          `ours / floor 2, ${atOnce} at once: ${percent(ratios[atOnce])} of its messages (goal 50 %)`,
      ),
      ...partsOf(parts),
      'What differs: floor 2 answers with the reply; ours answers once the message is kept, and the reply is read in the',
      "simulated phones' journal, looked at every millisecond by the loader. A round of ours ends when all is settled.",
    ],
    figures: { ...figures, ratios },
  };
};

const figureOf = (rounds: readonly Round[]) => {
  const rates = sorted(rounds.map(rate));
  const waits = sorted(rounds.flatMap(({ milliseconds }) => milliseconds));
  const each = (of: (round: Round) => number) =>
    rounds.reduce((sum, round) => sum + of(round), 0) /
    rounds.reduce((sum, { messages }) => sum + messages, 0);
  return {
    perSecond: at(rates, 0.5),
    least: at(rates, 0),
    most: at(rates, 1),
    p50: at(waits, 0.5),
    p99: at(waits, 0.99),
    serverMs: each((round) => round.serverMs),
    databaseMs: each((round) => round.databaseMs),
    loadedMb: Math.max(...rounds.map(({ loadedMb }) => loadedMb)),
  };
};

/** Round by round, since they were neighbours in time. */
const ratioAt = (results: Results, atOnce: number): number => {
  const floors = results.get(`floor 2, ${atOnce} at once`) ?? [];
  const ours = results.get(`ours, ${atOnce} at once`) ?? [];
  return at(sorted(ours.flatMap((round, n) => (floors[n] ? [rate(round) / rate(floors[n])] : []))), 0.5);
};

const partsOf = ({ server, database, messages }: Watched): readonly string[] => {
  const each = (milliseconds: number) => (milliseconds / messages).toFixed(2);
  const inServer = [...server].sort(([, one], [, other]) => other - one).filter(([part]) => part !== 'idle');
  const inDatabase = database.filter(({ count }) => count > messages / 10);
  return [
    `In the server, wall ms a message in one watched round: ${inServer.map(([part, ms]) => `${part} ${each(ms)}`).join(', ')}.`,
    `In PostgreSQL, ms a message (times): ${inDatabase
      .map(({ name, count, milliseconds }) => `${name} ${each(milliseconds)} (${each(count)})`)
      .join(', ')}; commits come on top.`,
  ];
};

const rate = ({ messages, seconds }: Round): number => messages / seconds;

const sorted = (numbers: readonly number[]): readonly number[] =>
  [...numbers].sort((one, other) => one - other);

const at = (ordered: readonly number[], share: number): number =>
  ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN;

const shown = (figure: number): string => figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0);

const percent = (share = Number.NaN): string => `${(100 * share).toFixed(0)} %`;
