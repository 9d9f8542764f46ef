/** What a model is shown at most, of the pictures of one turn. */
export const pictureBounds = { bytes: 5 * 1024 * 1024, pictures: 3 } as const;

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

export type Picture = { readonly type: PictureType; readonly bytes: Uint8Array };

/** By how the file begins, whatever its sender says; null for anything that a model is not shown. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | null => {
  const begins = (signs: readonly number[], at = 0) =>
    signs.every((sign, index) => bytes[at + index] === sign);
  if (begins([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const riff = [0x52, 0x49, 0x46, 0x46];
  const webp = [0x57, 0x45, 0x42, 0x50];
  return begins(riff) && begins(webp, 8) ? 'image/webp' : null;
};
