import { describe, expect, it } from 'vitest';
import { attachments } from '#core/application/whatsapp/attachments.ts';
import type { Queued, QueuedFile } from '#core/ports/outbox-store.ts';
import { memoryShelf } from '#tests/support/memory-shelf.ts';

const table: QueuedFile = { id: 1, key: '1/1/a', name: 'tabela.pdf', type: 'application/pdf' };

const message = (file: QueuedFile | null): Queued => ({
  ...{ accountId: 1, agentId: 1, contactId: 1, id: 1, attempts: 1, again: false, providerId: 'P1' },
  ...{ chat: '1@lid', phone: null, text: '', file },
});

describe('a file that is to leave', () => {
  it('is taken off the shelf as what it is', async () => {
    const shelf = memoryShelf();
    await shelf.put(table.key, new Uint8Array([1, 2]), table.type);
    const { load } = attachments(shelf, () => undefined);
    const named = {
      mimeType: table.type,
      fileName: 'tabela.pdf',
      bytes: new Uint8Array([1, 2]),
      seconds: null,
    };
    expect(await load(table)).toEqual({ kind: 'loaded', attachment: { kind: 'document', ...named } });
    const picture = await load({ ...table, type: 'image/png' });
    expect(picture).toMatchObject({ attachment: { kind: 'image', mimeType: 'image/png' } });
    expect(await load(null)).toEqual({ kind: 'loaded', attachment: null });
  });

  it('is given up when it is gone, and tried again when the shelf is away', async () => {
    const shelf = memoryShelf();
    expect(await attachments(shelf, () => undefined).load(table)).toEqual({
      kind: 'rejected',
      why: 'file-gone',
    });
    const failures: unknown[] = [];
    const away = attachments(
      { ...shelf, get: () => Promise.reject(new Error('away')) },
      (error) => void failures.push(error),
    );
    expect(await away.load(table)).toEqual({ kind: 'unknown' });
    expect(failures).toHaveLength(1);
  });

  it('waits while eight others are in memory, and holds up no words', async () => {
    const { inTurn } = attachments(memoryShelf(), () => undefined);
    const ends: ((error?: Error) => void)[] = [];
    const send = () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      });
    const all = Array.from({ length: 10 }, () => inTurn(message(table), send));
    await new Promise(setImmediate);
    expect(ends).toHaveLength(8);
    await inTurn(message(null), async () => undefined);
    ends[0]?.(new Error('broken'));
    await expect(all[0]).rejects.toThrow('broken');
    ends[1]?.();
    await new Promise(setImmediate);
    expect(ends).toHaveLength(10);
    for (const end of ends) end();
    await Promise.all(all.slice(1));
  });
});
