import type { FileShelf } from '#core/ports/file-shelf.ts';

export type FileVault = {
  sealBytes(bytes: Uint8Array, place: string): Uint8Array;
  openBytes(sealed: Uint8Array, place: string): Uint8Array;
};

/** A shelf whose files nobody can read who only has the shelf; one that is put under another key does not open. */
export const sealedShelf = (shelf: FileShelf, vault: FileVault): FileShelf => ({
  put: (key, bytes) => shelf.put(key, vault.sealBytes(bytes, key), 'application/octet-stream'),
  get: async (key) => {
    const sealed = await shelf.get(key);
    return sealed && vault.openBytes(sealed, key);
  },
  remove: (keys) => shelf.remove(keys),
});
