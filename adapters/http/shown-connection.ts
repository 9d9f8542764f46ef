import type { NumberState } from '#core/ports/number-store.ts';
import { connectionWords } from './contract/connection.pt-br.ts';
import type { ConnectionProblem } from './contract/connection.ts';

/** What the wire says of a number beside its state. A problem is told of while it keeps the number from connecting. */
export const shownConnection = (number: NumberState | null) => {
  const problem = number?.state === 'disconnected' ? number.problem : null;
  return {
    paired: number?.paired ?? false,
    problem,
    sentence: problem && sentenceOf(problem),
    // Of any other halt the gateway knows when it tries again, not when it is over.
    until: problem === 'temporarily-banned' ? (number?.until ?? null) : null,
  };
};

export const sentenceOf = (problem: ConnectionProblem): string => {
  const { fact, way } = connectionWords[problem];
  return `${fact} ${way}`;
};
