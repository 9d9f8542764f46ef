import type { Ports } from '#core/ports/index.ts';
import { postgresBacklog } from './backlog.ts';
import { postgresBuckets } from './buckets.ts';
import { postgresConversations } from './conversations.ts';
import { postgresGateway } from './gateway.ts';
import { postgresKeywordFiles } from './keyword-files.ts';
import type { Database } from './orm.ts';
import { postgresOutbox } from './outbox.ts';
import { postgresPassages } from './passages.ts';
import { type ListeningSignals, notifyChannel, postgresSignals } from './signals.ts';
import { type MediaVault, postgresPictures, postgresVoices } from './voices.ts';

export type MessagePath = Pick<
  Ports,
  | 'backlog'
  | 'buckets'
  | 'conversations'
  | 'gateway'
  | 'keywordFiles'
  | 'outbox'
  | 'passages'
  | 'pictures'
  | 'voices'
> & {
  readonly signals: ListeningSignals;
};

/**
 * What a message passes through, on one database. The signals are to be started and stopped with the process. Without
 * a vault nothing is kept that a customer's file could be fetched with.
 */
export const messagePath = (
  { orm, pool, relaxed }: Database,
  url: string,
  vault: MediaVault | null = null,
): MessagePath => ({
  backlog: postgresBacklog(pool),
  buckets: postgresBuckets(relaxed),
  conversations: postgresConversations(pool, relaxed, vault),
  gateway: postgresGateway(pool),
  keywordFiles: postgresKeywordFiles(() => orm.em.fork()),
  outbox: postgresOutbox(pool, relaxed),
  passages: postgresPassages(() => orm.em.fork()),
  signals: postgresSignals(url, (payload) =>
    relaxed.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [notifyChannel, payload] }),
  ),
  pictures: postgresPictures(pool, vault),
  voices: postgresVoices(pool, vault),
});
