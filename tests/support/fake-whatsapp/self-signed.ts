import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One DER element; lengths up to 65535 are all a certificate needs. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'latin1'));

const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
const commonName = der(0x06, bytes('550403'));
const subjectAlternativeName = der(0x06, bytes('551d11'));
const basicConstraints = der(0x06, bytes('551d13'));
const version3 = der(0xa0, der(0x02, Buffer.from([2])));

/** A certificate for this machine alone, made when it is needed: no private key lies in the repository. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Whoever trusts several of these finds the right one by its name.
  const unique = `fake-whatsapp-${randomBytes(8).toString('hex')}`;
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, unique))));
  const names = sequence(text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
  const authority = sequence(der(0x01, Buffer.from([255])));
  const unsigned = sequence(
    version3,
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(subjectAlternativeName, der(0x04, names)),
        sequence(basicConstraints, der(0x04, authority)),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', unsigned, privateKey));
  const certificate = sequence(unsigned, ecdsaWithSha256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
};
