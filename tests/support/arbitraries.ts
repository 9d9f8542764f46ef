import fc from 'fast-check';

/** Any instant of this century, to the millisecond. */
export const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

export const milliseconds = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

export const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

/** The twelve characters of an alphanumeric CNPJ without its check digits. */
export const cnpjBody = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 12,
  maxLength: 12,
});

/** Area codes: of the capitals, of the regions with a clock of their own, and 55, which is also the country. */
export const areaCode = fc.constantFrom(
  ...'11 21 27 31 41 48 51 55 61 62 63 65 66 67 68 69 71 79 81 82 83 84 85 86 91 92 95 96 97 98'.split(' '),
);

/** The eight digits of a mobile that also exists without its ninth digit. */
export const oldMobile = fc.tuple(fc.constantFrom(...'6789'), digits(7)).map((parts) => parts.join(''));

/** The eight digits of a landline. */
export const landline = fc.tuple(fc.constantFrom(...'2345'), digits(7)).map((parts) => parts.join(''));

/** Anything a keyboard, a paste or a hostile client can send, half surrogates and control characters included. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\r', '\n', '\t', ' ', '\u0007', '\u0085', '\u0301', 'a', 'ã', 'E\u0301', '😀'),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
});

/** Letters, blanks and signs of a Brazilian sentence. */
export const portuguese = fc.string({
  unit: fc.constantFrom(...'aáâãàbcçdeéêfghiíjklmnoóôõpqrstuúüvwxyzAÁÂÃÇEÉÊIÍOÓÕUÚ0123456789 ?!.,'),
});
