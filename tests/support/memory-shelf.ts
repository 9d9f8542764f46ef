import type { FileShelf } from '#core/ports/file-shelf.ts';

/** A shelf that forgets everything with its process. */
export const memoryShelf = (): FileShelf => {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    remove: async (keys) => {
      for (const key of keys) kept.delete(key);
    },
  };
};
