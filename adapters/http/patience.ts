import { setTimeout as sleep } from 'node:timers/promises';

const stepMs = 200;

/** Asks again while the answer is not the one hoped for, up to `forMs`; then the last answer stands. */
export const patiently = async <Answer>(
  forMs: number,
  ask: () => Promise<Answer>,
  hopedFor: (answer: Answer) => boolean,
): Promise<Answer> => {
  for (let waited = 0; ; waited += stepMs) {
    const answer = await ask();
    if (hopedFor(answer) || waited >= forMs) return answer;
    await sleep(stepMs);
  }
};
