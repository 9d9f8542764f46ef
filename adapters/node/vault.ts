import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** One version byte, a nonce of 96 bits, the text, a tag of 128 bits. */
const version = 1;
const nonceAt = 1;
const textAt = 13;
const tagBytes = 16;

/**
 * Seals texts with AES-256-GCM. Each purpose has keys of its own, derived from the one secret key; `place` is bound to
 * the sealed text, so that one copied into another row does not open.
 */
export const vaultFor = (secretKey: string, purpose: string) => {
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'prosa', `${purpose}|${use}`, 32));
  const sealing = keyFor('seal');
  const indexing = keyFor('index');

  const sealBytes = (bytes: Uint8Array, place: string): Buffer => {
    const nonce = randomBytes(textAt - nonceAt);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
    const sealed = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([Buffer.from([version]), nonce, ...sealed, cipher.getAuthTag()]);
  };

  const openBytes = (sealed: Uint8Array, place: string): Buffer => {
    if (sealed[0] !== version) throw new Error(`Sealed by version ${sealed[0]}; this opens ${version}.`);
    const end = sealed.length - tagBytes;
    const cipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(nonceAt, textAt), {
      authTagLength: tagBytes,
    });
    cipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(end));
    return Buffer.concat([cipher.update(sealed.subarray(textAt, end)), cipher.final()]);
  };

  return {
    seal: (text: string, place: string): Buffer => sealBytes(Buffer.from(text), place),
    open: (sealed: Uint8Array, place: string): string => openBytes(sealed, place).toString('utf8'),
    sealBytes,
    openBytes,

    index: (text: string): string => createHmac('sha256', indexing).update(text).digest('base64url'),
  };
};
