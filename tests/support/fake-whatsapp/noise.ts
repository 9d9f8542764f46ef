import { createHash, hkdfSync } from 'node:crypto';
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from '@whiskeysockets/baileys';
import { certificateChain, serverKey } from './certificates.ts';

type Finish = proto.HandshakeMessage.IClientFinish;

export type NoiseResponder = {
  /** Answers the client's hello. */
  hello(clientEphemeral: Uint8Array): Uint8Array;
  /** Ends the handshake and tells who the client says it is. */
  finish(finish: Finish): proto.ClientPayload;
  seal(plain: Uint8Array): Buffer;
  open(sealed: Uint8Array): Buffer;
};

const nothing = Buffer.alloc(0);

const nonce = (count: number): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(count, 8);
  return iv;
};

const twoKeys = (material: Uint8Array, salt: Buffer): readonly [Buffer, Buffer] => {
  const both = Buffer.from(hkdfSync('sha256', material, salt, nothing, 64));
  return [both.subarray(0, 32), both.subarray(32)];
};

/** The server's half of Noise_XX_25519_AESGCM_SHA256, as WhatsApp speaks it. */
export const noiseResponder = (): NoiseResponder => {
  const ephemeral = Curve.generateKeyPair();
  let hash: Buffer = Buffer.from(NOISE_MODE);
  let salt = hash;
  let key = hash;
  let count = 0;
  let incoming = { key, count: 0 };
  let outgoing = { key, count: 0 };

  const mixHash = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest();
  };
  const mixKey = (secret: Uint8Array) => {
    [salt, key] = twoKeys(secret, salt);
    count = 0;
  };
  const sealAndMix = (plain: Uint8Array): Buffer => {
    const sealed = aesEncryptGCM(plain, key, nonce(count++), hash);
    mixHash(sealed);
    return sealed;
  };
  const openAndMix = (sealed: Uint8Array): Buffer => {
    const plain = aesDecryptGCM(sealed, key, nonce(count++), hash);
    mixHash(sealed);
    return plain;
  };

  mixHash(NOISE_WA_HEADER);

  return {
    hello(clientEphemeral) {
      mixHash(clientEphemeral);
      mixHash(ephemeral.public);
      mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral));
      const sealedKey = sealAndMix(serverKey.public);
      mixKey(Curve.sharedKey(serverKey.private, clientEphemeral));
      const payload = sealAndMix(certificateChain);
      const serverHello = { ephemeral: ephemeral.public, static: sealedKey, payload };
      return proto.HandshakeMessage.encode({ serverHello }).finish();
    },
    finish({ static: sealedKey, payload }) {
      if (!sealedKey || !payload) throw new Error('The handshake is not finished.');
      const clientKey = openAndMix(sealedKey);
      mixKey(Curve.sharedKey(ephemeral.private, clientKey));
      const client = proto.ClientPayload.decode(openAndMix(payload));
      const [theirs, ours] = twoKeys(nothing, salt);
      incoming = { key: theirs, count: 0 };
      outgoing = { key: ours, count: 0 };
      return client;
    },
    seal: (plain) => aesEncryptGCM(plain, outgoing.key, nonce(outgoing.count++), nothing),
    open: (sealed) => aesDecryptGCM(sealed, incoming.key, nonce(incoming.count++), nothing),
  };
};
