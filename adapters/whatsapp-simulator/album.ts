/** Audio, pictures and documents, in memory only: the newest ones that fit. */
export type Album = {
  keep(name: string, bytes: Uint8Array): void;
  find(name: string): Uint8Array | null;
};

export const openAlbum = (capacity: number): Album => {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  const drop = (name: string) => {
    size -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  };
  return {
    keep(name, bytes) {
      drop(name);
      kept.set(name, bytes);
      size += bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= capacity) return;
        drop(oldest);
      }
    },
    find: (name) => kept.get(name) ?? null,
  };
};
