import type { CustomerMessage, Line } from './message.ts';
import { folded } from './text.ts';
import { minute } from './time.ts';

/** How often the customer wrote in the last ten minutes what the newest message says. */
export const sameTextCount = (
  messages: readonly CustomerMessage[],
  history: readonly Line[],
  now: Date,
): number => {
  const newest = messages.findLast((message) => message.text !== null)?.text;
  if (!newest) return 0;
  const since = now.getTime() - 10 * minute;
  const earlier = history.filter(({ author, at }) => author === 'customer' && at.getTime() > since);
  return [...earlier, ...messages].filter(({ text }) => text !== null && folded(text) === folded(newest))
    .length;
};
