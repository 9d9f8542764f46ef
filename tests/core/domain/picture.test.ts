import { describe, expect, it } from 'vitest';
import { pictureTypeOf } from '#core/domain/picture.ts';

describe('the type of a picture', () => {
  it.each([
    ['image/jpeg', 'ffd8ffe0'],
    ['image/png', '89504e470d0a1a0a'],
    ['image/webp', '524946460000000057454250'],
    [null, '5249464600000000 57415645'],
    [null, '474946383961'],
    [null, '3c737667'],
    [null, ''],
  ])('is %s by how it begins', (type, hex) => {
    expect(pictureTypeOf(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(type);
  });
});
