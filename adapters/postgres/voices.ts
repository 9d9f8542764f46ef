import type { Pool } from 'pg';
import type { MessageKind } from '#core/domain/message.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { OpenTurn } from '#core/ports/conversation-store.ts';
import type { IncomingMedia } from '#core/ports/messenger.ts';
import type { PictureStore } from '#core/ports/picture-store.ts';
import type { VoiceStore, WaitingMedia } from '#core/ports/voice-store.ts';

/** What a file is fetched with is as secret as the file. */
export type MediaVault = {
  seal(text: string, place: string): Buffer;
  open(sealed: Uint8Array, place: string): string;
};

/** Bound to its message by what names it before it has an id. */
export const mediaPlace = (accountId: number, providerId: string): string =>
  `messages|media|${accountId}|${providerId}`;

type Row = {
  readonly id: number;
  readonly provider_id: string;
  readonly media: Buffer;
  readonly agent_id: number;
  readonly phone: Phone;
};

export const postgresVoices = (pool: Pool, vault: MediaVault | null): VoiceStore => ({
  waitingIn: (turn) => waitingMedia(pool, vault, turn, 'audio'),

  count: async ({ claim }, messageId, month, limit) => {
    const asked = await pool.query<{ held: boolean; counted: boolean }>(count, [
      claim.accountId,
      claim.contactId,
      claim.lease,
      messageId,
      month,
      limit,
    ]);
    const { held, counted } = asked.rows[0] ?? { held: false, counted: false };
    if (!held) return 'fenced';
    return counted ? 'counted' : 'limit';
  },

  giveBack: async (accountId, messageId) => {
    await pool.query(notHeard(), [accountId, messageId]);
  },

  keepTranscript: async (accountId, messageId, { transcript, fileKey }, now) => {
    await pool.query(
      `update messages set text = $3, audio_key = $4, heard_at = $5, media = null
         where account_id = $1 and id = $2 and heard_at is null`,
      [accountId, messageId, transcript, fileKey, now],
    );
  },

  refuse: async (accountId, messageId, seconds, now) => {
    await pool.query(
      notHeard('heard_at = $4', 'media = null', 'audio_seconds = coalesce($3, m.audio_seconds)'),
      [accountId, messageId, seconds, now],
    );
  },

  fileOf: async (accountId, messageId) => {
    const found = await pool.query<{ audio_key: string | null }>(
      'select audio_key from messages where account_id = $1 and id = $2',
      [accountId, messageId],
    );
    return found.rows[0]?.audio_key ?? null;
  },
});

export const postgresPictures = (pool: Pool, vault: MediaVault | null): PictureStore => ({
  waitingIn: (turn) => waitingMedia(pool, vault, turn, 'image'),
});

const waitingMedia = async (
  pool: Pool,
  vault: MediaVault | null,
  { id, claim: { accountId } }: OpenTurn,
  kind: MessageKind,
): Promise<readonly WaitingMedia[]> => {
  if (!vault) return [];
  const found = await pool.query<Row>(
    `select m.id, m.provider_id, m.media, m.agent_id, a.phone
     from messages m join agents a on a.account_id = m.account_id and a.id = m.agent_id
     where m.account_id = $1 and m.turn_id = $2 and m.kind = $3 and m.heard_at is null and m.media is not null
     order by m.id`,
    [accountId, id, kind],
  );
  return found.rows.map((row) => ({
    messageId: row.id,
    media: JSON.parse(vault.open(row.media, mediaPlace(accountId, row.provider_id))) as IncomingMedia,
    session: { accountId, agentId: row.agent_id, phone: row.phone },
  }));
};

/**
 * The month's row is the only place where those who ask at once meet: its update waits for the one before, and looks at
 * the limit again when it has its turn.
 */
const count = `
  with held as (
    select contact_id from conversations where account_id = $1 and contact_id = $2 and lease = $3 for update
  ), message as (
    select m.id, m.counted_in from messages m, held
    where m.account_id = $1 and m.id = $4 and m.contact_id = held.contact_id and m.heard_at is null for update of m
  ), counted as (
    insert into audio_months as a (account_id, month, used)
    select $1, $5::date, 1 from message where counted_in is null and coalesce($6::int, 1) > 0
    on conflict (account_id, month) do update set used = a.used + 1 where $6::int is null or a.used < $6::int
    returning month
  ), marked as (
    update messages m set counted_in = counted.month from message, counted
    where m.account_id = $1 and m.id = message.id
  )
  select exists (select 1 from held) as held,
    exists (select 1 from counted) or exists (select 1 from message where counted_in is not null) as counted`;

const notHeard = (...also: readonly string[]) => `
  with message as (
    select id, counted_in from messages where account_id = $1 and id = $2 and heard_at is null for update
  ), ended as (
    update messages m set ${['counted_in = null', ...also].join(', ')} from message
    where m.account_id = $1 and m.id = message.id
  )
  update audio_months a set used = greatest(a.used - 1, 0) from message
  where a.account_id = $1 and a.month = message.counted_in`;

const giveAllBack = (counted: string) => `update audio_months a set used = greatest(a.used - by_month.n, 0)
  from (select account_id, counted_in, count(*) as n from ${counted} group by account_id, counted_in) by_month
  where a.account_id = by_month.account_id and a.month = by_month.counted_in`;

/** Each takes the account and the agent; before its messages go. What is being heard is not counted any more. */
export const removeVoicesOfAgent = [
  `insert into loose_files (account_id, key, agent_id, given_up, at)
   select account_id, audio_key, agent_id, true, now() from messages
   where account_id = ? and agent_id = ? and audio_key is not null`,
  `with unheard as (
     select account_id, counted_in from messages
     where account_id = ? and agent_id = ? and counted_in is not null and heard_at is null for update
   )
   ${giveAllBack('unheard')}`,
];

/** For so long a voice message can be listened to once it was heard, and its file be fetched before. */
const kept = `interval '7 days'`;

/** What is kept of voice messages for a while only; each answers how many went, of at most `share`. */
export const voiceHousekeeping = (share: number): readonly string[] => [
  `with old as (
     select account_id, id, agent_id, audio_key from messages
     where audio_key is not null and heard_at < $1::timestamptz - ${kept} limit ${share} for update
   ), ended as (
     update messages m set audio_key = null from old where m.account_id = old.account_id and m.id = old.id
   )
   insert into loose_files (account_id, key, agent_id, given_up, at)
   select account_id, audio_key, agent_id, true, $1 from old`,
  `with old as (
     select account_id, id from messages
     where media is not null and received_at < $1::timestamptz - ${kept} limit ${share}
   )
   update messages m set media = null from old where m.account_id = old.account_id and m.id = old.id`,
  // Counted by a worker that died, in a turn that somebody else ended meanwhile.
  `with vain as (
     select m.account_id, m.id, m.counted_in from messages m join turns t on t.account_id = m.account_id and t.id = m.turn_id
     where m.counted_in is not null and m.heard_at is null and t.closed_at < $1::timestamptz - interval '1 hour'
     limit ${share} for update of m
   ), given_back as (
     ${giveAllBack('vain')}
   )
   update messages m set counted_in = null from vain where m.account_id = vain.account_id and m.id = vain.id`,
];
