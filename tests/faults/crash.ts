import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import type { Session } from '#core/ports/messenger.ts';
import { type FakeRequest, startFakeOpenAi } from '#tests/support/fake-openai.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

export type CrashPlan = {
  readonly messages: number;
  readonly contacts: number;
  readonly workerKills: number;
  readonly databaseKills: number;
};

export type CrashReport = CrashPlan & {
  /** Accepted messages that got neither an answer in the chat nor a recorded reason. */
  readonly lost: number;
  /** Messages answered more than once in a chat. */
  readonly doubled: number;
  /** Messages answered after a later one of the same chat. */
  readonly outOfOrder: number;
  /** Messages without exactly one closed turn. */
  readonly withoutOneOutcome: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly rearmed: number;
  readonly resent: number;
  readonly seconds: number;
};

const workerCount = 2;

/**
 * Customers write to a simulated number while its workers, and the database, are killed with SIGKILL. The model
 * repeats what it was asked, so that every chat tells which messages each answer was for.
 */
export const crash = async (plan: CrashPlan): Promise<CrashReport> => {
  const scratch = makeScratch();
  const dataDir = join(scratch, 'data');
  const server = await startEmbeddedPostgres({ dataDir });
  const model = await startFakeOpenAi(repeat, { record: false });
  try {
    await migrate(server.url);
    const pipeline = await startPipeline(server.url, { model: null, timing: { windowMs: 30, maxMs: 150 } });
    const shop = await openAgent(pipeline.pool, phone('11987654321'));
    await pipeline.connect(shop);
    const begun = Date.now();
    const workers = startWorkers(server.url, model.url);
    const writing = writeAll(pipeline, shop, plan);
    const killing = killAll(workers, dataDir, plan);
    await Promise.all([writing, killing]);
    await until(() => nothingWaits(pipeline), 180);
    const seconds = (Date.now() - begun) / 1_000;
    workers.stop();
    const report = { ...(await inspect(pipeline, shop, plan, seconds)), workerKills: workers.kills() };
    await pipeline.close();
    return report;
  } finally {
    await model.close();
    await server.stop();
    await sweepScratch(scratch);
  }
};

const repeat = async ({ body }: FakeRequest) => {
  const asked = body.messages.findLast((line) => line.role === 'user')?.content ?? '';
  return { text: (asked.match(/pergunta \d+-\d+/g) ?? []).join('\n'), delayMs: 20 + 100 * Math.random() };
};

/** Keeps two workers running; one that ends, killed or by itself, is replaced. */
const startWorkers = (url: string, modelUrl: string) => {
  const script = join(import.meta.dirname, 'worker-process.ts');
  const running = new Set<ChildProcess>();
  let stopped = false;
  let kills = 0;
  const start = () => {
    const worker = spawn(process.execPath, [script, url, modelUrl], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    running.add(worker);
    worker.once('exit', () => {
      running.delete(worker);
      if (!stopped) start();
    });
  };
  for (let n = 0; n < workerCount; n += 1) start();
  return {
    kills: () => kills,
    killOne: () => {
      const victim = [...running][Math.floor(Math.random() * running.size)];
      if (victim?.kill('SIGKILL')) kills += 1;
    },
    stop: () => {
      stopped = true;
      for (const worker of running) worker.kill('SIGKILL');
    },
  };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const customerOf = (n: number) => phone(`219${80_000_000 + n}`);

/** Each contact writes its messages in order, with pauses that make some of them one burst and others not. */
const writeAll = async (
  pipeline: Pipeline,
  shop: Session,
  { messages, contacts, workerKills }: CrashPlan,
) => {
  const each = messages / contacts;
  // The last message is written about when the last kill falls.
  const longestGap = (2 * workerKills * 1_000) / each;
  const writeOne = async (contact: number) => {
    for (let n = 0; n < each; n += 1) {
      await pause(longestGap * Math.random());
      const written = await pipeline.phones.write(shop.phone, {
        contact: customerOf(contact),
        id: `C${contact}M${n}`,
        text: `pergunta ${contact}-${n}`,
      });
      if (!written.ok) throw new Error(`The simulated phone refused a message: ${written.refusal.kind}`);
    }
  };
  await Promise.all(Array.from({ length: contacts }, (_, contact) => writeOne(contact)));
};

const killAll = async (workers: ReturnType<typeof startWorkers>, dataDir: string, plan: CrashPlan) => {
  const every = plan.workerKills / (plan.databaseKills + 1);
  for (let kill = 1; kill <= plan.workerKills; kill += 1) {
    await pause(500 + 1_000 * Math.random());
    workers.killOne();
    if (kill % Math.ceil(every) === 0 && kill / Math.ceil(every) <= plan.databaseKills) killDatabase(dataDir);
  }
};

const killDatabase = (dataDir: string) => {
  const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
};

const nothingWaits = async ({ pool }: Pipeline): Promise<boolean> => {
  try {
    const { rows } = await pool.query<{ waiting: number }>(
      `select (select count(*) from messages where author = 'customer' and turn_id is null)
         + (select count(*) from turns where outcome is null)
         + (select count(*) from outbox where state in ('pending', 'sending')) as waiting`,
    );
    return rows[0]?.waiting === 0;
  } catch {
    return false;
  }
};

const inspect = async (
  pipeline: Pipeline,
  shop: Session,
  plan: CrashPlan,
  seconds: number,
): Promise<CrashReport> => {
  const { pool } = pipeline;
  const kept = await pool.query<{ text: string; closed: number; outcome: string }>(
    `select m.text, count(t.id)::int as closed, min(t.outcome) as outcome from messages m
     left join turns t on t.account_id = m.account_id and t.id = m.turn_id and t.outcome is not null
     where m.author = 'customer' group by m.account_id, m.id, m.text`,
  );
  const outcomes: Record<string, number> = {};
  for (const { outcome } of kept.rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const silent = new Set(kept.rows.filter((row) => row.outcome !== 'answered').map((row) => row.text));
  const resent = await pool.query<{ resent: number }>(
    'select coalesce(sum(attempts - 1), 0)::int as resent from outbox',
  );

  let [lost, doubled, outOfOrder] = [0, 0, 0];
  for (let contact = 0; contact < plan.contacts; contact += 1) {
    const chat = pipeline.phones.chat(shop.phone, customerOf(contact));
    const answers = chat.ok
      ? chat.value.filter((shown) => shown.fromMe).map((shown) => shown.text ?? '')
      : [];
    const answered = answers
      .flatMap((text) => text.match(/\d+-\d+/g) ?? [])
      .map((name) => Number(name.split('-')[1]));
    for (let n = 0; n < plan.messages / plan.contacts; n += 1) {
      const times = answered.filter((each) => each === n).length;
      if (times === 0 && !silent.has(`pergunta ${contact}-${n}`)) lost += 1;
      if (times > 1) doubled += 1;
    }
    outOfOrder += answered.filter((each, place) => place > 0 && each < (answered[place - 1] ?? 0)).length;
  }
  return {
    ...plan,
    lost: lost + (plan.messages - kept.rows.length),
    doubled,
    outOfOrder,
    withoutOneOutcome: kept.rows.filter((row) => row.closed !== 1).length,
    outcomes,
    rearmed: pipeline.rearmed(),
    resent: resent.rows[0]?.resent ?? 0,
    seconds,
  };
};
