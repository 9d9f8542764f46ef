import { Busy } from '#core/ports/secrets.ts';

/** Lets so many pieces of work run at once and so many wait; whoever comes after that is turned away with `Busy`. */
export const turnstile = (atOnce: number, waitingMax: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.length >= waitingMax) throw new Busy(2);
    await new Promise<void>((mayGo) => waiting.push(mayGo));
  };

  /** The place is handed on: who waited longest has it before anybody new can come in. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
