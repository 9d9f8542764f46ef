import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordFileLimits, keywordFileTypeOf } from '#core/domain/keyword-file.ts';
import { jpegOf, pngOf } from '#tests/support/pictures.ts';

const text = (content: string) => new TextEncoder().encode(content);

describe('a keyword file', () => {
  it.each([
    ['a PDF', text('%PDF-1.7\n'), 'application/pdf'],
    ['a PNG', pngOf(800, 600), 'image/png'],
    ['a JPEG', jpegOf(800, 600), 'image/jpeg'],
    [
      'a JPEG with a filled marker',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), jpegOf().subarray(2)]),
      'image/jpeg',
    ],
    ['nothing', new Uint8Array(), 'empty'],
    ['a page', text('<html>%PDF-1.7'), 'wrong-type'],
    ['a PDF after something else', text('\n%PDF-1.7'), 'wrong-type'],
    ['a PNG without its header', pngOf().subarray(0, 20), 'corrupt'],
    ['a PNG of no width', pngOf(0, 5), 'corrupt'],
    ['a JPEG without a frame', jpegOf().subarray(0, 20), 'corrupt'],
    ['a JPEG that is a page', text('\u00ff\u00d8\u00ff<script>'), 'wrong-type'],
    ['a PNG too large to draw', pngOf(8_001, 5_000), 'too-many-pixels'],
    ['a JPEG too large to draw', jpegOf(65_000, 65_000), 'too-many-pixels'],
  ])('that holds %s is %3$s', (_, bytes, type) => {
    expect(keywordFileTypeOf(bytes)).toBe(type);
  });

  it('may have as many pixels as it may have', () => {
    expect(keywordFileTypeOf(pngOf(8_000, 5_000))).toBe('image/png');
    expect(8_000 * 5_000).toBe(keywordFileLimits.pixels);
  });

  it('is told by its beginning whatever comes after, and never takes long', () => {
    const beginnings = [text('%PDF-'), pngOf(9, 9), jpegOf(9, 9)];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
        const whole = Buffer.concat([beginning, rest]);
        expect(keywordFileTypeOf(whole)).toBe(keywordFileTypeOf(beginning));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => {
        keywordFileTypeOf(Buffer.concat([Buffer.from('ffd8ff', 'hex'), rest]));
      }),
    );
  });
});
