import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opusSeconds, voiceTypeOf } from '#core/domain/voice.ts';

const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : [part],
    ),
  );

describe('the type of a voice message', () => {
  it.each([
    ['audio/ogg', bytesOf('OggS')],
    ['audio/mp4', bytesOf(0, 0, 0, 32, 'ftypM4A ')],
    ['audio/mpeg', bytesOf('ID3')],
    ['audio/mpeg', bytesOf(0xff, 0xfb)],
    ['audio/wav', bytesOf('RIFF', 0, 0, 0, 0, 'WAVE')],
    ['audio/ogg', bytesOf()],
    ['audio/ogg', bytesOf('<html>')],
  ])('is %s by how it begins', (type, bytes) => {
    expect(voiceTypeOf(bytes)).toBe(type);
  });
});

describe('the length of a voice message', () => {
  const opus = (samples: bigint): Uint8Array => {
    const bytes = new Uint8Array(200);
    bytes.set(bytesOf('OggS'), 0);
    bytes.set(bytesOf('OpusHead'), 28);
    bytes.set(bytesOf('OggS'), 90);
    new DataView(bytes.buffer).setBigUint64(96, samples, true);
    return bytes;
  };

  it('is what its last page says, in whole seconds', () => {
    expect(opusSeconds(opus(0n))).toBe(0);
    expect(opusSeconds(opus(300n * 48_000n - 1n))).toBe(299);
    expect(opusSeconds(opus(300n * 48_000n))).toBe(300);
    expect(opusSeconds(opus(80_000n * 48_000n))).toBe(80_000);
  });

  it('is never more than a day, also where the last page tells no time at all', () => {
    expect(opusSeconds(opus(2n ** 64n - 1n))).toBe(86_400);
  });

  it('is unknown of anything else, whatever it holds', () => {
    expect(opusSeconds(bytesOf('OggS'))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(opusSeconds(bytes)).toBeNull();
      }),
    );
  });
});
