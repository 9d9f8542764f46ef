import type { FileShelf } from '#core/ports/file-shelf.ts';
import type { Attachment, SendResult } from '#core/ports/messenger.ts';
import type { Queued, QueuedFile } from '#core/ports/outbox-store.ts';

type Loaded = { readonly kind: 'loaded'; readonly attachment: Attachment | null } | NotLoaded;

export type NotLoaded = Extract<SendResult, { kind: 'rejected' | 'unknown' }>;

/** A file may be 16 MB: only so many are in memory, from the shelf until the network has them. */
const filesAtOnce = 8;

/** Takes files off the shelf right before they leave. */
export const attachments = (shelf: FileShelf, failed: (error: unknown) => void) => {
  const waiting: (() => void)[] = [];
  let free = filesAtOnce;
  const enter = (): Promise<void> | void => {
    if (free > 0) free -= 1;
    else return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return {
    /** Sends at once what has no file. */
    inTurn: async ({ file }: Queued, send: () => Promise<void>): Promise<void> => {
      if (file === null) return send();
      await enter();
      await send().finally(leave);
    },

    load: async (file: QueuedFile | null): Promise<Loaded> => {
      if (file === null) return { kind: 'loaded', attachment: null };
      try {
        const bytes = await shelf.get(file.key);
        return bytes === null
          ? { kind: 'rejected', why: 'file-gone' }
          : { kind: 'loaded', attachment: attached(file, bytes) };
      } catch (error) {
        failed(error);
        return { kind: 'unknown' };
      }
    },
  };
};

const attached = ({ name, type }: QueuedFile, bytes: Uint8Array): Attachment => ({
  kind: type === 'application/pdf' ? 'document' : 'image',
  mimeType: type,
  fileName: name,
  bytes,
  seconds: null,
});
