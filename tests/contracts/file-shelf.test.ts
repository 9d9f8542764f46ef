import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderShelf } from '#adapters/files/folder-shelf.ts';
import { s3Shelf } from '#adapters/files/s3-shelf.ts';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import { startFakeS3 } from '#tests/support/fake-s3.ts';

/** `lies`: how many files are kept, seen past the shelf. */
type World = { readonly shelf: FileShelf; readonly lies: () => number; readonly close: () => Promise<void> };

const folderWorld = async (): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-shelf-'));
  const lies = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  return {
    shelf: await folderShelf(join(folder, 'files')),
    lies,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const s3World = async (): Promise<World> => {
  const server = await startFakeS3();
  return { shelf: await s3Shelf(server.bucket), lies: () => server.kept.size, close: server.close };
};

const adapters: readonly { readonly name: string; readonly open: () => Promise<World> }[] = [
  { name: 'folder', open: folderWorld },
  { name: 'S3', open: s3World },
];

describe.each(adapters)('FileShelf ($name)', ({ open }) => {
  let world: World;
  let shelf: FileShelf;
  beforeEach(async () => {
    world = await open();
    shelf = world.shelf;
  });
  afterEach(() => world.close());

  it('gives back what was put', async () => {
    await shelf.put('7/12/cardapio', bytes('Bolo de fubá: R$ 12'), 'text/plain');
    expect(text(await shelf.get('7/12/cardapio'))).toBe('Bolo de fubá: R$ 12');
  });

  it('gives null where nothing lies', async () => {
    await shelf.put('7/12/a', bytes('a'), 'text/plain');
    expect(await Promise.all(['7/12/b', '7/13/a', '8/12/a'].map(shelf.get))).toEqual([null, null, null]);
  });

  it('lets the same key replace what lay there', async () => {
    await shelf.put('7/12/a', bytes('the first, which is longer'), 'text/plain');
    await shelf.put('7/12/a', bytes('the second'), 'application/pdf');
    expect(text(await shelf.get('7/12/a'))).toBe('the second');
    expect(world.lies()).toBe(1);
  });

  it.each([0, 1, 65_536, 16 * 1_048_576])('keeps %i bytes of anything', async (size) => {
    const sent = randomBytes(size);
    await shelf.put('7/12/a', sent, 'application/octet-stream');
    expect(Buffer.compare((await shelf.get('7/12/a')) ?? bytes('nothing'), sent)).toBe(0);
  });

  it('does not mind twenty at once', async () => {
    const all = Array.from({ length: 20 }, (_, i) => [`7/${i % 3}/file-${i}`, randomBytes(50_000)] as const);
    await Promise.all(all.map(([key, sent]) => shelf.put(key, sent, 'image/png')));
    const got = await Promise.all(all.map(([key]) => shelf.get(key)));
    expect(got.every((found, i) => found && Buffer.compare(found, all[i]?.[1] ?? bytes('')) === 0)).toBe(
      true,
    );
  });

  it('keeps one of those whole that are put under one key at once', async () => {
    const all = Array.from({ length: 20 }, () => randomBytes(50_000));
    await Promise.all(all.map((sent) => shelf.put('7/12/a', sent, 'image/png')));
    const got = (await shelf.get('7/12/a')) ?? bytes('');
    expect(all.some((sent) => Buffer.compare(got, sent) === 0)).toBe(true);
    expect(world.lies()).toBe(1);
  });

  it('removes many, and does not mind those that are not there', async () => {
    const keys = Array.from({ length: 30 }, (_, i) => `7/12/file-${i}`);
    await Promise.all(keys.map((key) => shelf.put(key, bytes(key), 'text/plain')));
    await shelf.put('7/12/stays', bytes('stays'), 'text/plain');
    await shelf.remove([...keys, '7/12/never-was', '9/9/9', '7/12/file-0']);
    expect(world.lies()).toBe(1);
    await shelf.remove(keys);
    await shelf.remove([]);
    expect(text(await shelf.get('7/12/stays'))).toBe('stays');
  });

  it.each([
    '',
    '/',
    '../x',
    '../../etc/passwd',
    '/etc/passwd/x',
    '/7/12/a',
    '7/12/a/',
    '7//a',
    '7/12',
    '7/12/a/b',
    '7/../a',
    '7/./a',
    '7/12/..',
    '7/12/.a',
    '7\\12\\a',
    '7/12/a\0',
    '7/12/a\n',
    '7/12/ação',
    '7/12/a b',
    '7/12/%2e%2e',
    `7/12/${'a'.repeat(2_000)}`,
  ])('refuses the key %j, whatever is done with it', async (key) => {
    await expect(shelf.put(key, bytes('x'), 'text/plain')).rejects.toThrow(TypeError);
    await expect(shelf.get(key)).rejects.toThrow(TypeError);
    await expect(shelf.remove(['7/12/a', key])).rejects.toThrow(TypeError);
    expect(world.lies()).toBe(0);
  });
});

type Step =
  | readonly ['put', key: string, Uint8Array]
  | readonly ['get', key: string]
  | readonly ['remove', string[]];

describe('any sequence of calls', () => {
  it('gets the same answers from both', { timeout: 30_000 }, async () => {
    const [one, other] = [await folderWorld(), await s3World()];
    const key = fc.constantFrom('1/1/a', '1/1/b', '1/2/a', '2/1/A-1');
    const step = fc.oneof(
      fc.tuple(fc.constant('put' as const), key, fc.uint8Array({ maxLength: 50 })),
      fc.tuple(fc.constant('get' as const), key),
      fc.tuple(fc.constant('remove' as const), fc.array(key, { maxLength: 3 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps: readonly Step[]) => {
        for (const next of steps) {
          const answers = await Promise.all([one, other].map(({ shelf }) => doing(shelf, next)));
          expect(answers[0]).toEqual(answers[1]);
        }
        expect(one.lies()).toBe(other.lies());
      }),
      { numRuns: 30 },
    );
    await Promise.all([one.close(), other.close()]);
  });
});

// Helpers

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const text = (found: Uint8Array | null): string | null => found && new TextDecoder().decode(found);

const doing = async (shelf: FileShelf, [what, of, sent]: Step) => {
  if (what === 'put') return shelf.put(of, sent, 'text/plain');
  if (what === 'remove') return shelf.remove(of);
  const found = await shelf.get(of);
  return found && [...found];
};
