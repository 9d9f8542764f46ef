import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys';

const root = Curve.generateKeyPair();
const intermediate = Curve.generateKeyPair();

/** The key by which the server shows who it is; it belongs to this process. */
export const serverKey = Curve.generateKeyPair();

/** From now on this process takes the fake for WhatsApp, in place of the real one. */
export const trustFakeWhatsApp = (): void => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(root.public);
};

const always = { notBefore: 0, notAfter: 4_102_444_800 };

const details = (serial: number, issuerSerial: number, key: Uint8Array) =>
  proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial, key, ...always }).finish();

const signed = (by: Uint8Array, what: Uint8Array) => ({ details: what, signature: Curve.sign(by, what) });

export const certificateChain: Uint8Array = proto.CertChain.encode({
  intermediate: signed(root.private, details(1, WA_CERT_DETAILS.SERIAL, intermediate.public)),
  leaf: signed(intermediate.private, details(2, 1, serverKey.public)),
}).finish();
