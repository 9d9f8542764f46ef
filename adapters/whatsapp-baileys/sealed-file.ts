import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MediaKind, MediaRef } from './media-ref.ts';

const macBytes = 10;
const blockBytes = 16;

/** The most that `bytes` become when they are sealed. */
export const sealedBytes = (bytes: number): number =>
  (Math.floor(bytes / blockBytes) + 1) * blockBytes + macBytes;

/** The file inside, or null when it is not what its sender said it is. Nothing is decrypted before it is checked. */
export const unseal = (
  sealed: Buffer,
  { kind, mediaKey, fileEncSha256, fileSha256 }: MediaRef,
): Buffer | null => {
  if (!same(sha256(sealed), Buffer.from(fileEncSha256, 'base64'))) return null;
  const { iv, cipherKey, macKey } = keysOf(Buffer.from(mediaKey, 'base64'), kind);
  const [encrypted, mac] = [sealed.subarray(0, -macBytes), sealed.subarray(-macBytes)];
  const expected = createHmac('sha256', macKey).update(iv).update(encrypted).digest().subarray(0, macBytes);
  if (!same(mac, expected)) return null;
  const file = decrypted(encrypted, cipherKey, iv);
  return file && same(sha256(file), Buffer.from(fileSha256, 'base64')) ? file : null;
};

const purposes: Readonly<Record<MediaKind, string>> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
};

const keysOf = (mediaKey: Buffer, kind: MediaKind) => {
  const expanded = Buffer.from(hkdfSync('sha256', mediaKey, '', purposes[kind], 112));
  return {
    iv: expanded.subarray(0, 16),
    cipherKey: expanded.subarray(16, 48),
    macKey: expanded.subarray(48, 80),
  };
};

const decrypted = (encrypted: Buffer, key: Buffer, iv: Buffer): Buffer | null => {
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([cipher.update(encrypted), cipher.final()]);
  } catch {
    return null;
  }
};

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const same = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
