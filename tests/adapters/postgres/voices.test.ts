import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresConversations } from '#adapters/postgres/conversations.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { removeAgent } from '#adapters/postgres/remove-agent.ts';
import { postgresVoices } from '#adapters/postgres/voices.ts';
import type { OpenTurn } from '#core/ports/conversation-store.ts';
import type { VoiceStore } from '#core/ports/voice-store.ts';
import { atOnce, everyBucket, message, openShop, phone, type Shop } from '#tests/support/shop.ts';

const month = '2026-11-01';
const vault = vaultFor('only-for-tests', 'media');
const media = { mimeType: 'audio/ogg', bytes: 9, fileName: null, ref: 'the-key-of-the-file' };

let shop: Shop | undefined;
let voices: VoiceStore;
beforeEach(async () => {
  await shop?.close();
  shop = await openShop();
  voices = postgresVoices(shop.pool, vault);
});
afterAll(() => shop?.close());

describe('VoiceStore', () => {
  it('gives back what a file is fetched with, which nobody can read in the table', async () => {
    const [turn] = await turns(1);
    expect(await voices.waitingIn(turn)).toEqual([
      { messageId: turn.messages[0]?.id, media, session: open().session },
    ]);
    const { rows } = await open().pool.query<{ media: Buffer }>('select media from messages');
    expect(rows[0]?.media.toString('latin1')).not.toContain(media.ref);
  });

  it('counts a message once, however often its turn is taken up, and gives it back once', async () => {
    const [turn] = await turns(1);
    expect([await count(turn, 1), await count(turn, 1), await used()]).toEqual(['counted', 'counted', 1]);
    await voices.giveBack(turn.claim.accountId, idOf(turn));
    await voices.giveBack(turn.claim.accountId, idOf(turn));
    expect(await used()).toBe(0);
    expect(await count(turn, 1)).toBe('counted');
  });

  it('counts no more than the limit, however many ask at once', async () => {
    const asked = await Promise.all((await turns(50)).map((turn) => count(turn, 3)));
    expect(asked.filter((answer) => answer === 'counted')).toHaveLength(3);
    expect(asked.filter((answer) => answer === 'limit')).toHaveLength(47);
    expect(await used()).toBe(3);
  });

  it('counts nothing for whoever has lost the turn, and nothing at a limit of none', async () => {
    const [turn] = await turns(1);
    const lost = { ...turn, claim: { ...turn.claim, lease: 'lost' } };
    expect([await count(lost, 3), await count(turn, 0), await used()]).toEqual(['fenced', 'limit', 0]);
  });

  it('keeps the first transcript, which counts for good', async () => {
    const [turn] = await turns(1);
    const { accountId } = turn.claim;
    await count(turn, null);
    const keep = (transcript: string) =>
      voices.keepTranscript(accountId, idOf(turn), { transcript, fileKey: transcript }, new Date());
    await keep('um');
    await keep('dois');
    await voices.refuse(accountId, idOf(turn), null, new Date());
    await voices.giveBack(accountId, idOf(turn));
    expect([await voices.fileOf(accountId, idOf(turn)), await used()]).toEqual(['um', 1]);
    expect(await voices.fileOf(accountId + 1, idOf(turn))).toBeNull();
    expect(await voices.waitingIn(turn)).toEqual([]);
  });

  it('refuses for good, and counts it no more', async () => {
    const [turn] = await turns(1);
    await count(turn, 3);
    await voices.refuse(turn.claim.accountId, idOf(turn), 400, new Date());
    const { rows } = await open().pool.query('select text, audio_seconds, media from messages');
    expect([rows, await used()]).toEqual([[{ text: null, audio_seconds: 400, media: null }], 0]);
    expect(await voices.waitingIn(turn)).toEqual([]);
  });

  it('takes no place of the month with an agent that is deleted before its messages are heard', async () => {
    const [heard, unheard] = await turns(2);
    if (!unheard) throw new Error('There is one turn only.');
    const { accountId } = heard.claim;
    for (const turn of [heard, unheard]) await count(turn, 3);
    await voices.keepTranscript(accountId, idOf(heard), { transcript: 'oi', fileKey: 'oi' }, new Date());
    const { session, pool } = open();
    const database = await openDatabase(open().url);
    await database.orm.em
      .fork()
      .transactional((em) => removeAgent(() => em as never, accountId, session.agentId));
    await database.close();
    expect((await pool.query('select from messages')).rowCount).toBe(0);
    expect(await used()).toBe(1);
  });

  it('knows nothing to fetch where there is no vault', async () => {
    const [turn] = await turns(1);
    expect(await postgresVoices(open().pool, null).waitingIn(turn)).toEqual([]);
  });
});

// Helpers

const open = (): Shop => {
  if (!shop) throw new Error('There is no shop.');
  return shop;
};

/** So many customers' voice messages, each in a turn of its own that is held. */
const turns = async (many: number): Promise<readonly [OpenTurn, ...OpenTurn[]]> => {
  const { pool, session } = open();
  const conversations = postgresConversations(pool, pool, vault);
  const voice = { kind: 'audio', text: null, audioSeconds: 5, media } as const;
  for (let n = 0; n < many; n += 1) {
    const from = phone(`319${70_000_000 + n}`);
    await conversations.accept(session, message(from, '', voice), atOnce, new Date());
  }
  const claims = await conversations.claimDue(everyBucket, many, 60_000, new Date());
  const opened = await Promise.all(claims.map((claim) => conversations.openTurn(claim, new Date())));
  const [first, ...others] = opened.filter((turn) => turn !== null);
  if (!first || others.length + 1 !== many) throw new Error('Not every turn was opened.');
  return [first, ...others];
};

const idOf = ({ messages }: OpenTurn): number => messages[0]?.id ?? 0;

const count = (turn: OpenTurn, limit: number | null) => voices.count(turn, idOf(turn), month, limit);

const used = async (): Promise<number> => {
  const { rows } = await open().pool.query<{ used: number }>('select used from audio_months');
  return rows[0]?.used ?? 0;
};
