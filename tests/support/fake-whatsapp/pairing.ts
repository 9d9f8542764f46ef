import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  type KeyPair,
  proto,
} from '@whiskeysockets/baileys';
import type { Handset } from './handset.ts';
import { bytesOf, node, seconds } from './nodes.ts';

/** What a device that wants to be linked shows as a QR code. */
export type ShownQr = { readonly ref: string; readonly identity: Buffer; readonly secret: Buffer };

export const readQr = (qr: string): ShownQr => {
  const [ref = '', _noise, identity = '', secret = ''] = (qr.split('#').at(-1) ?? '').split(',');
  return { ref, identity: Buffer.from(identity, 'base64'), secret: Buffer.from(secret, 'base64') };
};

const accountSignaturePrefix = Buffer.from([6, 0]);

/** The phone vouches for the device; the secret shows that it met the device itself. */
export const vouchFor = (identity: Uint8Array, secret: Uint8Array, by: KeyPair): Uint8Array => {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: Number(seconds()),
    keyIndex: 1,
  }).finish();
  const statement = Buffer.concat([accountSignaturePrefix, details, identity]);
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: by.public,
    accountSignature: Curve.sign(by.private, statement),
  }).finish();
  const hmac = createHmac('sha256', secret).update(signed).digest();
  return proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
};

/** A device that waits for its code to be typed, as it introduced itself. */
export type CodeHello = { readonly ref: Buffer; readonly wrappedEphemeral: Buffer };

export const readHello = (hello: BinaryNode): CodeHello => ({
  ref: randomBytes(16),
  wrappedEphemeral: bytesOf(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
});

/** The phone's half of pairing by code: what it says first, and what it makes of the device's answer. */
export const typedCode = async (code: string, hello: CodeHello, phone: Handset) => {
  const ephemeral = Curve.generateKeyPair();
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const wrapped = aesEncryptCTR(ephemeral.public, await derivePairingCodeKey(code, salt), iv);
  const deviceEphemeral = await unwrap(hello.wrappedEphemeral, code);

  return {
    notification: node('link_code_companion_reg', { stage: 'primary_hello' }, [
      node('link_code_pairing_ref', {}, hello.ref),
      node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, wrapped])),
      node('primary_identity_pub', {}, phone.identity.public),
    ]),
    /** Null when the device had another code on its screen. */
    finish(finish: BinaryNode): { readonly identity: Buffer; readonly secret: Buffer } | null {
      const shared = Curve.sharedKey(ephemeral.private, deviceEphemeral);
      const bundle = openBundle(bytesOf(finish, 'link_code_pairing_wrapped_key_bundle'), shared);
      if (!bundle) return null;
      const identity = bundle.subarray(0, 32);
      const random = bundle.subarray(64, 96);
      const identities = Curve.sharedKey(phone.identity.private, identity);
      const secret = hkdfSync('sha256', Buffer.concat([shared, identities, random]), '', 'adv_secret', 32);
      return { identity, secret: Buffer.from(secret) };
    },
  };
};

const unwrap = async (wrapped: Buffer, code: string): Promise<Buffer> => {
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
  return aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48));
};

const openBundle = (sealed: Buffer, shared: Buffer): Buffer | null => {
  const info = 'link_code_pairing_key_bundle_encryption_key';
  const key = Buffer.from(hkdfSync('sha256', shared, sealed.subarray(0, 32), info, 32));
  try {
    return aesDecryptGCM(sealed.subarray(44), key, sealed.subarray(32, 44), Buffer.alloc(0));
  } catch {
    return null;
  }
};
