import { uploadMs } from '#core/domain/document.ts';
import { after } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';

type Needs = Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles'>;

/** Takes off the shelf what nothing points at any more, and what never came to be pointed at. Answers how many went. */
export const sweepFiles =
  ({ clock, fileShelf, looseFiles }: Needs) =>
  async (accountId: number | null = null): Promise<number> => {
    let gone = 0;
    for (;;) {
      const files = await looseFiles.givenUp(accountId, after(clock.now(), -longestMs));
      if (files.length === 0) return gone;
      // The shelf first: a row too many is looked at again, a file too many is never found.
      await fileShelf.remove(files.map(({ key }) => key));
      await looseFiles.forget(files);
      gone += files.length;
    }
  };

/** Far longer than any file is on its way: not even a process that slept meanwhile may lose one that it just put down. */
const longestMs = 30 * uploadMs;

/** What cannot be taken away now is taken away later; the owner, who is waiting, need not hear of it. */
export const sweepNow = async (ports: Needs, accountId: number): Promise<void> => {
  await sweepFiles(ports)(accountId).catch(() => undefined);
};
