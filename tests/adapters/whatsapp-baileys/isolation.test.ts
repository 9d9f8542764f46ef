import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Program, type Town } from '#tests/support/baileys-town.ts';
import type { Account } from '#tests/support/fake-whatsapp/account.ts';
import { node } from '#tests/support/fake-whatsapp/nodes.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
let program: Program;
let account: Account;
const unhandled: unknown[] = [];
const remember = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', remember);
  town = await openTown();
  program = town.start();
  account = await town.pair(town.business(), program);
});
afterAll(async () => {
  await town.close();
  process.off('unhandledRejection', remember);
});

const told = (type: string) =>
  account.send(node('ib', { from: '@s.whatsapp.net' }, [node('dirty', { type, timestamp: '1' })]));

it('leaves the process alone when a question that the library asks for itself goes down with its line', async () => {
  town.whatsapp.leaveUnanswered('w:g2/get/participating');
  const logins = account.logins;
  told('groups');
  await pause(200);
  account.drop();
  await until(() => account.logins > logins && program.heard.changes.at(-1)?.kind === 'connected');
  await pause(100);
  expect(unhandled).toEqual([]);
});
