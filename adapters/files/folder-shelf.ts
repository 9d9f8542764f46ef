import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import { refuseWrongKey } from './key.ts';

const abandonedAfterMs = 3_600_000;

/** Files in a folder of this machine. Drafts that a process left when it was killed are swept away here. */
export const folderShelf = async (root: string): Promise<FileShelf> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sync(dirname(root));
  await sweep(root);

  const pathOf = (key: string): string => {
    refuseWrongKey(key);
    return join(root, key);
  };

  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, draftName());
      try {
        await write(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      // Upwards too: whoever made these folders may not have come so far yet.
      for (const changed of [folder, dirname(folder), root]) await sync(changed);
    },

    get: async (key) => readFile(pathOf(key)).catch(nullIfMissing),

    remove: async (keys) => {
      for (const path of keys.map(pathOf)) await rm(path, { force: true });
    },
  };
};

/** No key begins with a dot: a draft is never taken for a file. */
const draftName = () => `.${randomUUID()}.draft`;
const isDraft = (name: string) => name.startsWith('.') && name.endsWith('.draft');

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** A name in a folder outlives a power cut only once the folder is written too. Windows does not let folders be opened. */
const sync = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const sweep = async (root: string): Promise<void> => {
  const before = Date.now() - abandonedAfterMs;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isDraft(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(nullIfMissing);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
};

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};
