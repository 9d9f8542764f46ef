/** What it takes to fetch a file that came with a message, and to know that it is the one. */
export type MediaRef = {
  readonly kind: MediaKind;
  readonly directPath: string | null;
  readonly url: string | null;
  /** These three in base64. */
  readonly mediaKey: string;
  readonly fileSha256: string;
  readonly fileEncSha256: string;
  /** As its sender says. */
  readonly bytes: number | null;
};

/** Part of the key derivation; stickers are pictures. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

const kinds: readonly unknown[] = ['image', 'video', 'audio', 'document'] satisfies MediaKind[];

export const refBounds = { path: 2_048, url: 2_048, ref: 10_000 } as const;

export const writeRef = (ref: MediaRef): string => JSON.stringify(ref);

/** Null for what this folder did not write. */
export const parseRef = (text: string): MediaRef | null => {
  try {
    const ref: unknown = text.length <= refBounds.ref ? JSON.parse(text) : null;
    return isRef(ref) ? ref : null;
  } catch {
    return null;
  }
};

const isRef = (ref: unknown): ref is MediaRef => {
  if (typeof ref !== 'object' || ref === null) return false;
  const { kind, directPath, url, mediaKey, fileSha256, fileEncSha256, bytes } = ref as Record<
    string,
    unknown
  >;
  return (
    kinds.includes(kind) &&
    (directPath === null || typeof directPath === 'string') &&
    (url === null || typeof url === 'string') &&
    [mediaKey, fileSha256, fileEncSha256].every(is32Bytes) &&
    (bytes === null || (Number.isSafeInteger(bytes) && (bytes as number) >= 0))
  );
};

const is32Bytes = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(text);
