import { expect, it } from 'vitest';
import { keywordsOfNow } from '#core/application/conversation/keywords-of-now.ts';
import type { Listening } from '#core/domain/keyword.ts';
import type { Ports } from '#core/ports/index.ts';
import { message, phone } from '#tests/support/shop.ts';

it('what an agent listens for is asked for once in ten seconds, each agent for itself', async () => {
  const customer = phone('31990000001');
  let now = 0;
  let asked = 0;
  let listening: readonly Listening[] = [{ id: 1, keywords: ['tabela'] }];
  const holdsKeyword = keywordsOfNow({
    clock: { elapsedMs: () => now } as Ports['clock'],
    keywordFiles: {
      listeningOf: async (_, agentId) => {
        asked += 1;
        return agentId === 1 ? listening : [];
      },
    } as Ports['keywordFiles'],
  });
  const one = { accountId: 1, agentId: 1, phone: customer };
  expect(await holdsKeyword(one, message(customer, 'A Tabela?'))).toBe(true);
  expect(await holdsKeyword(one, message(customer, 'Oi'))).toBe(false);
  expect(asked).toBe(1);
  expect(await holdsKeyword({ ...one, agentId: 2 }, message(customer, 'tabela'))).toBe(false);
  listening = [];
  now = 9_999;
  expect(await holdsKeyword(one, message(customer, 'tabela'))).toBe(true);
  now = 10_000;
  expect(await holdsKeyword(one, message(customer, 'tabela'))).toBe(false);
  expect(asked).toBe(3);
  expect(await holdsKeyword(one, message(customer, '', { text: null, kind: 'image' }))).toBe(false);
});
