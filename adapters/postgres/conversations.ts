import type { Pool, PoolClient } from 'pg';
import type { CustomerMessage, Line, MessageKind } from '#core/domain/message.ts';
import type { PauseOrigin } from '#core/domain/pause.ts';
import type { RecordedStep } from '#core/domain/prompt.ts';
import { sameTextCount } from '#core/domain/same-text.ts';
import { sentFileLine } from '#core/domain/sent-files.pt-br.ts';
import type { Claim, ConversationStore, FileOfTurn, OpenTurn } from '#core/ports/conversation-store.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';
import { bucketOf } from './buckets.ts';
import { bindContact, columnsOf, inTransaction, type Person } from './contacts.ts';
import {
  acceptMessage,
  claimConversations,
  closeTurn,
  forgetOrphan,
  openTurn,
  retryTurn,
} from './conversations.sql.ts';
import { stepBack } from './step-back.ts';
import { type SubscriptionColumns, toSubscription } from './subscription-columns.ts';
import { type MediaVault, mediaPlace } from './voices.ts';

/**
 * `pool` commits to disk before it answers. `relaxed` is for what may be forgotten by a crash of the database without
 * harm, since the lease that it belongs to is forgotten with it: taking a conversation, opening its turn, renewing.
 * Without a `vault` no file that a message came with is kept in mind.
 */
export const postgresConversations = (
  pool: Pool,
  relaxed: Pool,
  vault: MediaVault | null = null,
): ConversationStore => ({
  accept: async (session, message, timing, now) => {
    const media = sealedMedia(vault, session, message);
    const known = await accept(pool, session, message, media, timing, now);
    if (known.contacts > 0) return known.stored > 0 ? 'accepted' : 'duplicate';
    const contactId = await inTransaction(pool, (client) =>
      bindContact(client, session.accountId, session.agentId, personOf(message), now),
    );
    if (contactId === null) return 'agent-gone';
    const bound = await accept(pool, session, message, media, timing, now);
    if (bound.contacts === 0) throw new Error('The contact of a message was merged away while it was kept.');
    return bound.stored > 0 ? 'accepted' : 'duplicate';
  },

  ownerWrote: (session, message, pause, now) =>
    inTransaction(pool, async (client) => {
      const contactId = await bindContact(client, session.accountId, session.agentId, personOf(message), now);
      if (contactId === null) return 'agent-gone';
      return stepBack(client, session, contactId, message, pause, now);
    }),

  claimDue: async (buckets, limit, leaseMs, now) => {
    const claimed = await relaxed.query<{ account_id: number; contact_id: number; lease: string }>({
      name: 'claim-due',
      text: claimConversations,
      values: [buckets, limit, leaseMs, now],
    });
    return claimed.rows.map((row) => ({
      accountId: row.account_id,
      contactId: row.contact_id,
      lease: row.lease,
    }));
  },

  openTurn: async (claim, now) => {
    const opened = await relaxed.query<TurnRow>({
      name: 'open-turn',
      text: openTurn,
      values: [claim.accountId, claim.contactId, claim.lease, now],
    });
    const row = opened.rows[0];
    if (row?.turn) return toOpenTurn(claim, row, row.turn, await stepsOf(relaxed, claim, row.turn), now);
    await (row ? release(relaxed, claim, row.seq) : relaxed.query(forgetOrphan, idsOf(claim)));
    return null;
  },

  recordStep: async (turn, index, step) => {
    const kept = await pool.query(
      `insert into turn_steps (account_id, turn_id, step, call, result)
       select $1, $2, $3, $4, $5 from conversations where account_id = $1 and contact_id = $6 and lease = $7
       on conflict (account_id, turn_id, step) do update set step = excluded.step`,
      [turn.claim.accountId, turn.id, index, step.call, step.result, turn.claim.contactId, turn.claim.lease],
    );
    return kept.rowCount === 1;
  },

  closeTurn: async ({ claim, id, seen, test }, ending, now) => {
    const closed = await pool.query<{ closed: number }>({
      name: 'close-turn',
      text: closeTurn,
      values: [
        claim.accountId,
        claim.contactId,
        claim.lease,
        id,
        seen,
        ending.outcome,
        ending.texts,
        ending.notice,
        ending.robotUntil,
        ending.told === 'cannot-hear',
        test,
        now,
        ending.sources.length > 0 ? JSON.stringify(ending.sources) : null,
        JSON.stringify(ending.files.map(toQueue)),
      ],
    });
    return (closed.rows[0]?.closed ?? 0) > 0;
  },

  retryTurn: async ({ claim, id, seen, test }, at, { files, holdOnText }, now) => {
    const retried = await pool.query<{ retried: number }>({
      name: 'retry-turn',
      text: retryTurn,
      values: [
        ...[claim.accountId, claim.contactId, claim.lease, id, seen, at, holdOnText, test, now],
        JSON.stringify(files.map(toQueue)),
      ],
    });
    return (retried.rows[0]?.retried ?? 0) > 0;
  },

  renew: async (claims, leaseMs) => {
    await relaxed.query(
      `update conversations c set lease_until = now() + $2 * interval '1 ms'
       from unnest($1::int[], $3::bigint[], $4::text[]) as mine (account_id, contact_id, lease)
       where c.account_id = mine.account_id and c.contact_id = mine.contact_id and c.lease = mine.lease`,
      [
        claims.map((claim) => claim.accountId),
        leaseMs,
        claims.map((claim) => claim.contactId),
        claims.map((claim) => claim.lease),
      ],
    );
  },

  nextDueAt: async (buckets) => {
    const next = await relaxed.query<{ at: Date | null }>({
      name: 'next-due',
      text: 'select min(greatest(run_after, lease_until)) as at from conversations where bucket = any($1) and run_after is not null',
      values: [buckets],
    });
    return next.rows[0]?.at ?? null;
  },

  rearm: async (now) => {
    const rearmed = await pool.query(
      // From what waits, which is little and has indexes of its own, to the conversations, which are many.
      `update conversations c set run_after = $1 from (
         select account_id, contact_id from messages
         where author = 'customer' and turn_id is null and received_at < $1::timestamptz - interval '1 minute'
         union
         select account_id, contact_id from turns
         where outcome is null and opened_at < $1::timestamptz - interval '1 minute') waiting
       where c.account_id = waiting.account_id and c.contact_id = waiting.contact_id
         and c.run_after is null and c.lease_until < now()`,
      [now],
    );
    return rearmed.rowCount ?? 0;
  },
});

const accept = async (
  pool: Pool | PoolClient,
  session: Session,
  message: IncomingMessage,
  media: Buffer | null,
  timing: { dueInMs: number; maxMs: number },
  now: Date,
): Promise<{ contacts: number; stored: number }> => {
  const accepted = await pool.query<{ contacts: number; stored: number }>({
    name: 'accept-message',
    text: acceptMessage,
    values: [
      session.accountId,
      session.agentId,
      ...columnsOf(message.identities),
      bucketOf(session.accountId),
      message.providerId,
      message.kind,
      message.text,
      message.audioSeconds,
      message.sentAt,
      message.late,
      message.chat,
      timing.dueInMs,
      timing.maxMs,
      now,
      media,
    ],
  });
  return accepted.rows[0] ?? { contacts: 0, stored: 0 };
};

/** Only what may be heard or looked at later; every other file is left where it is. */
const sealedMedia = (
  vault: MediaVault | null,
  { accountId }: Session,
  { kind, media, providerId }: IncomingMessage,
): Buffer | null =>
  vault && media && (kind === 'audio' || kind === 'image')
    ? vault.seal(JSON.stringify(media), mediaPlace(accountId, providerId))
    : null;

const personOf = (message: IncomingMessage): Person => ({
  identities: message.identities,
  name: message.customerName,
  chat: message.chat,
});

const idsOf = ({ accountId, contactId, lease }: Claim) => [accountId, contactId, lease];

/** What a claim found nothing for: whatever woke it was handled with an earlier turn, or came in just now. */
const release = (pool: Pool, claim: Claim, seen: number) =>
  pool.query(
    `update conversations c set lease = null, lease_until = '-infinity',
       run_after = case when c.seq = $4 then null else c.run_after end
     where c.account_id = $1 and c.contact_id = $2 and c.lease = $3`,
    [...idsOf(claim), seen],
  );

type MessageRow = {
  id: number;
  kind: MessageKind;
  text: string | null;
  audio_seconds: number | null;
  sent_at: string;
  received_at: string;
};

type TurnRow = {
  seq: number;
  turn: { id: number; attempts: number; failures: number; opened_at: string; test: boolean } | null;
  messages: readonly MessageRow[] | null;
  said:
    | readonly { id: number; author: Line['author']; text: string; at: string; file: string | null }[]
    | null;
  files: readonly Omit<FileOfTurn, 'lastSentAt'>[] | null;
  files_sent: Readonly<Record<string, string>> | null;
  paused: PauseOrigin | null;
  replies: number;
  told_cannot_hear_at: Date | null;
  told_to_hold_on_at: Date | null;
  agent_id: number;
  agent_name: string;
  description: string;
  dont_know_text: string;
  has_documents: boolean;
  business_info: string;
  online: boolean;
  time_zone: string;
} & SubscriptionColumns;

/** Only a turn that was worked on before has any. */
const stepsOf = async (
  pool: Pool,
  { accountId }: Claim,
  { id, attempts, failures }: NonNullable<TurnRow['turn']>,
): Promise<readonly RecordedStep[]> => {
  if (attempts + failures === 1) return [];
  const kept = await pool.query<RecordedStep>(
    'select call, result from turn_steps where account_id = $1 and turn_id = $2 order by step',
    [accountId, id],
  );
  return kept.rows;
};

const toOpenTurn = (
  claim: Claim,
  row: TurnRow,
  turn: NonNullable<TurnRow['turn']>,
  steps: readonly RecordedStep[],
  now: Date,
): OpenTurn => {
  const messages = (row.messages ?? []).map(toMessage);
  const history = (row.said ?? [])
    .map(({ id, author, text, at, file }) => ({
      ...{ id, author, at: new Date(at) },
      text: file === null ? text : sentFileLine(file, text),
    }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id)
    .map(({ author, text, at }) => ({ author, text, at }));
  return {
    id: turn.id,
    claim,
    seen: row.seq,
    attempts: turn.attempts,
    failures: turn.failures,
    openedAt: new Date(turn.opened_at),
    test: turn.test,
    messages,
    history,
    steps,
    files: (row.files ?? []).map((file) => {
      const at = row.files_sent?.[file.id];
      return { ...file, lastSentAt: at === undefined ? null : new Date(at) };
    }),
    agent: {
      id: row.agent_id,
      name: row.agent_name,
      description: row.description,
      dontKnowText: row.dont_know_text,
      hasDocuments: row.has_documents,
      businessInfo: row.business_info,
      online: row.online,
    },
    timeZone: row.time_zone,
    subscription: toSubscription(row),
    paused: row.paused,
    repliesLastMinute: row.replies,
    sameTextCount: sameTextCount(messages, history, now),
    toldCannotHearAt: row.told_cannot_hear_at,
    toldToHoldOnAt: row.told_to_hold_on_at,
  };
};

const toQueue = ({ id, key, name, type, caption }: FileOfTurn) => ({ id, key, name, type, caption });

const toMessage = (row: MessageRow): CustomerMessage => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  audioSeconds: row.audio_seconds,
  sentAt: new Date(row.sent_at),
  receivedAt: new Date(row.received_at),
});
