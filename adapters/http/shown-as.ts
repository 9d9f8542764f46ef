import { done, type Result } from '#core/domain/result.ts';

/** An answer in the shape that the contract shows; a refusal passes through. */
export const shownAs = <Answer, Shown, Refusal>(
  show: (answer: Answer) => Shown,
  result: Result<Answer, Refusal>,
): Result<Shown, Refusal> => (result.ok ? done(show(result.value)) : result);
