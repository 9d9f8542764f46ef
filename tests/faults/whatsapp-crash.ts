import type { LanguageModel } from '#core/ports/language-model.ts';
import type { Account } from '#tests/support/fake-whatsapp/account.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import type { FakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import type { Writing } from '#tests/support/fake-whatsapp/writing.ts';
import { until } from '#tests/support/pipeline.ts';
import { phone } from '#tests/support/shop.ts';
import type { Mortal } from './mortal.ts';
import { openWhatsAppLine, type WhatsAppLine } from './whatsapp-line.ts';
import { openPlainLine } from './whatsapp-plain.ts';

export type WhatsAppCrashPlan = {
  readonly customers: number;
  readonly messagesEach: number;
  readonly kills: number;
};

export type WhatsAppCrashReport = {
  readonly messages: number;
  readonly kills: number;
  /** Written to us, and not kept. */
  readonly lost: number;
  readonly keptTwice: number;
  /** Kept, and named in no answer that the customer sees. */
  readonly unanswered: number;
  readonly answeredTwice: number;
  readonly unreadable: number;
  /** Kept, or answered, after a later one of the same chat. */
  readonly outOfOrder: number;
  readonly mostSockets: number;
  /** Messages that the client refused, and those that it asked for again. */
  readonly refused: number;
  readonly askedAgain: number;
  /** Messages that left more than once under one id. */
  readonly sentAgain: number;
  /** From a kill to the next login, the longest. */
  readonly awaySeconds: number;
  readonly seconds: number;
};

export type PlainCrashReport = Pick<
  WhatsAppCrashReport,
  'messages' | 'kills' | 'lost' | 'refused' | 'askedAgain' | 'seconds'
>;

/** Nothing of what may never happen has happened. */
export const isFlawless = (report: WhatsAppCrashReport): boolean =>
  report.lost + report.keptTwice + report.unanswered + report.answeredTwice === 0 &&
  report.unreadable + report.outOfOrder === 0 &&
  report.mostSockets === 1;

/** Customers write while the process that holds the number is killed with SIGKILL. */
export const whatsAppCrash = async (url: string, plan: WhatsAppCrashPlan): Promise<WhatsAppCrashReport> => {
  const line = await openWhatsAppLine(url, echo);
  try {
    await line.connect();
    const begun = performance.now();
    const customers = people(line.whatsapp, plan);
    const traffic = trafficOf(line, customers, plan);
    const [awaySeconds] = await Promise.all([killAll(line.gateway, line, traffic, plan), traffic.write()]);
    // What is lost never comes: the report says so.
    await until(() => allIsDone(line, plan), 120).catch(() => undefined);
    const seconds = (performance.now() - begun) / 1_000;
    return { ...(await inspect(line, customers, plan)), awaySeconds, seconds };
  } finally {
    await line.close();
  }
};

/** The same with plain use of the library, which keeps what its event brings. */
export const plainCrash = async (url: string, plan: WhatsAppCrashPlan): Promise<PlainCrashReport> => {
  const line = await openPlainLine(url);
  try {
    const begun = performance.now();
    const customers = people(line.whatsapp, plan);
    const traffic = trafficOf(line, customers, plan);
    await Promise.all([killAll(line.client, line, traffic, plan), traffic.write()]);
    await until(() => line.device.waiting.size === 0, 120).catch(() => undefined);
    await until(() => line.isQuiet(), 60);
    const seconds = (performance.now() - begun) / 1_000;
    const messages = plan.customers * plan.messagesEach;
    const lost = messages - (await line.kept());
    return { messages, kills: plan.kills, lost, ...refusals(line.device), seconds };
  } finally {
    await line.close();
  }
};

const echo: LanguageModel = {
  reply: async ({ conversation }) => {
    const answered = conversation.findLastIndex(({ author }) => author !== 'customer');
    const asked = conversation.slice(answered + 1).map(({ text }) => text);
    return { kind: 'text', text: asked.join('\n') };
  },
};

type Customer = {
  readonly handset: Handset;
  readonly named: (turn: number) => NonNullable<Writing['named']>;
};

/** A third is known by LID alone, a third by number alone, a third by both in turn. */
const people = (whatsapp: FakeWhatsApp, { customers }: WhatsAppCrashPlan): readonly Customer[] =>
  Array.from({ length: customers }, (_, n) => {
    const pn = phone(`219${80_000_000 + n}`);
    if (n % 3 === 0) return { handset: whatsapp.person({ lid: `2${10 ** 13 + n}` }), named: () => 'lid' };
    if (n % 3 === 1) return { handset: whatsapp.person({ pn }), named: () => 'pn' };
    return { handset: whatsapp.person({ pn }), named: (turn) => (turn % 2 === 0 ? 'lid+pn' : 'pn+lid') };
  });

const mostWaiting = 40;
const longestMs = 300_000;

type Traffic = {
  /** So many of the messages written have been received, or refused. */
  settled(): number;
  write(): Promise<void>;
};

/** As much as the client can take, and always something that waits. */
const trafficOf = (
  { whatsapp, owner, device }: { whatsapp: FakeWhatsApp; owner: Handset; device: Account },
  customers: readonly Customer[],
  { messagesEach }: WhatsAppCrashPlan,
): Traffic => {
  const order = shuffled(customers.flatMap((_, n) => Array.from({ length: messagesEach }, () => n)));
  const turns = customers.map(() => 0);
  let written = 0;
  return {
    settled: () => written - device.waiting.size,
    async write() {
      for (const n of order) {
        const customer = customers[n];
        const turn = turns[n] ?? 0;
        turns[n] = turn + 1;
        if (!customer) continue;
        await pause(40 * Math.random());
        await whatsapp.until(() => device.waiting.size < mostWaiting, longestMs);
        written += 1;
        const { handset, named } = customer;
        await whatsapp.write(handset, owner, {
          id: idOf(n, turn),
          text: `pergunta ${n}-${turn}`,
          named: named(turn),
        });
      }
    },
  };
};

/** At random points of the traffic; where two are near each other, the second falls into the start. */
const killAll = async (
  victim: Mortal,
  { whatsapp, device }: { whatsapp: FakeWhatsApp; device: Account },
  traffic: Traffic,
  { customers, messagesEach, kills }: WhatsAppCrashPlan,
): Promise<number> => {
  const points = Array.from({ length: kills }, () => 0.9 * Math.random() * customers * messagesEach);
  let longest = 0;
  for (const point of points.sort((a, b) => a - b)) {
    await whatsapp.until(() => traffic.settled() >= point, longestMs);
    await pause(100 * Math.random());
    const logins = device.logins;
    const killedAt = performance.now();
    victim.kill();
    if (Math.random() < 0.2) await pause(500 * Math.random());
    else {
      await whatsapp.until(() => device.logins > logins, 60_000);
      longest = Math.max(longest, performance.now() - killedAt);
    }
  }
  return longest / 1_000;
};

const allIsDone = async (line: WhatsAppLine, { customers, messagesEach }: WhatsAppCrashPlan) => {
  const { rows } = await line.pool.query<{ kept: number }>(
    `select count(*)::int as kept from messages where author = 'customer'`,
  );
  return rows[0]?.kept === customers * messagesEach && (await line.nothingWaits());
};

const inspect = async (line: WhatsAppLine, customers: readonly Customer[], plan: WhatsAppCrashPlan) => {
  const { rows: kept } = await line.pool.query<{ provider_id: string }>(
    `select provider_id from messages where author = 'customer' order by id`,
  );
  const timesKept = counted(kept.map((row) => row.provider_id));
  let [lost, keptTwice, unanswered, answeredTwice, unreadable, outOfOrder] = [0, 0, 0, 0, 0, 0];
  for (const [n, { handset }] of customers.entries()) {
    const chat = line.chat(handset);
    unreadable += chat.unreadable.length;
    const answered = chat.shown
      .filter(({ fromMe }) => fromMe)
      .flatMap(({ text }) => text?.match(/\d+-\d+/g) ?? []);
    const timesAnswered = counted(answered);
    for (let turn = 0; turn < plan.messagesEach; turn += 1) {
      const times = timesKept.get(idOf(n, turn)) ?? 0;
      if (times === 0) lost += 1;
      if (times > 1) keptTwice += 1;
      const answers = timesAnswered.get(`${n}-${turn}`) ?? 0;
      if (times > 0 && answers === 0) unanswered += 1;
      if (answers > 1) answeredTwice += 1;
    }
    outOfOrder += disorder(answered.map((name) => Number(name.split('-')[1])));
    outOfOrder += disorder(
      kept
        .filter((row) => row.provider_id.startsWith(`C${n}M`))
        .map((row) => Number(row.provider_id.split('M')[1])),
    );
  }
  const sent = counted(line.whatsapp.sent.map(({ id }) => id));
  return {
    messages: plan.customers * plan.messagesEach,
    kills: plan.kills,
    lost,
    keptTwice,
    unanswered,
    answeredTwice,
    unreadable,
    outOfOrder,
    mostSockets: line.device.mostConnections,
    ...refusals(line.device),
    sentAgain: [...sent.values()].filter((times) => times > 1).length,
  };
};

const refusals = ({ receipts }: Account) => ({
  refused: receipts.filter(({ error }) => error !== null).length,
  askedAgain: receipts.filter(({ type }) => type === 'retry').length,
});

const idOf = (customer: number, turn: number) => `C${customer}M${turn}`;

const disorder = (order: readonly number[]): number =>
  order.filter((each, place) => place > 0 && each < (order[place - 1] ?? 0)).length;

const counted = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const shuffled = (items: readonly number[]): readonly number[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
