import { type Listening, matchKeyword } from '#core/domain/keyword.ts';
import { second } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';

const keptMs = 10 * second;
const mostKept = 10_000;

/**
 * Whether a message holds a keyword of the agent's files: its answer then waits for no other message. Asked for every
 * message, so what an agent listens for is remembered for some seconds; a keyword that is newer than that only waits
 * as long as any other message.
 */
export const keywordsOfNow = ({ clock, keywordFiles }: Pick<Ports, 'clock' | 'keywordFiles'>) => {
  const known = new Map<number, { readonly until: number; readonly listening: readonly Listening[] }>();

  const listeningOf = async ({ accountId, agentId }: Session): Promise<readonly Listening[]> => {
    const now = clock.elapsedMs();
    const kept = known.get(agentId);
    if (kept && now < kept.until) return kept.listening;
    const listening = await keywordFiles.listeningOf(accountId, agentId);
    if (known.size >= mostKept) known.clear();
    known.set(agentId, { until: now + keptMs, listening });
    return listening;
  };

  return async (session: Session, { text }: IncomingMessage): Promise<boolean> =>
    text !== null && matchKeyword(text, await listeningOf(session)) !== null;
};
