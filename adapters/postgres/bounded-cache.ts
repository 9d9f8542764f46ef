/** Keeps what was asked for last, up to so many bytes. One thing alone may be larger than that. */
export const boundedCache = <Kept extends { readonly bytes: number }>(maxBytes: number) => {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Kept | undefined => {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found;
    },
    put: (key: string, value: Kept) => {
      forget(key);
      kept.set(key, value);
      bytes += value.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes || kept.size === 1) break;
        forget(oldest);
      }
    },
    forget,
    clear: () => {
      kept.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
};
