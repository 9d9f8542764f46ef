import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPhone } from '#core/domain/contact.ts';
import { parseBrazilianPhone, parsePhone, phoneKey, samePhone, timeZoneOf } from '#core/domain/phone.ts';
import { anyText, areaCode, digits, landline, oldMobile } from '#tests/support/arbitraries.ts';

describe('a phone number', () => {
  it.each(['11987654321', '5511987654321', '(11) 98765-4321', '+55 11 98765-4321', ' 55 11 98765.4321'])(
    'is read from %s',
    (text) => {
      expect(parsePhone(text)).toBe('5511987654321');
    },
  );

  it.each([
    ['an empty text', ''],
    ['a number without its area', '98765-4321'],
    ['an area that does not exist', '(20) 98765-4321'],
    ['a mobile that does not begin with 9', '(11) 18765-4321'],
    ['a landline that begins with 1', '(11) 1234-5678'],
    ['a Brazilian number without its area behind +55', '+55 3232-1234'],
    ['more digits than Brazil has', '55 11 98765-4321 00'],
    ['more digits than any country has', '+1234567890123456'],
  ])('is not found in %s', (_, text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it('of area 55 is told from the country 55 by its length', () => {
    expect(parsePhone('(55) 99123-4567')).toBe('5555991234567');
    expect(parsePhone('5555991234567')).toBe('5555991234567');
  });

  it('of another country keeps its own code, and its + where digits alone would be taken for Brazilian', () => {
    expect(parsePhone('+351 912 345 678')).toBe('351912345678');
    expect(parsePhone('+51 987 654 321')).toBe('+51987654321');
    expect(parsePhone('51 98765-4321')).toBe('5551987654321');
    expect(parseBrazilianPhone('+51 987 654 321')).toBeNull();
  });

  it('is read the same in every spelling, with or without 55, punctuation and +', () => {
    fc.assert(
      fc.property(areaCode, subscriber, (area, number) => {
        for (const spell of spellings) expect(parsePhone(spell(area, number))).toBe(`55${area}${number}`);
      }),
    );
  });

  it('read again stays what it is, whatever it was read from', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyNumber), (text) => {
        const phone = parsePhone(text);
        if (phone !== null) expect(parsePhone(phone)).toBe(phone);
      }),
      { numRuns: 500 },
    );
  });

  it('is Brazilian exactly when it is 55, an area and eight or nine digits', () => {
    fc.assert(
      fc.property(anyNumber, (text) => {
        const phone = parseBrazilianPhone(text);
        if (phone !== null) expect(phone).toMatch(/^55[1-9][1-9](9\d{8}|[2-9]\d{7})$/);
        else expect(parsePhone(text) ?? '').not.toMatch(/^55/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the identity of a phone number', () => {
  it('is one for a mobile with and without its ninth digit, in any spelling', () => {
    fc.assert(
      fc.property(areaCode, oldMobile, (area, number) => {
        const keys = spellings.flatMap((spell) => [
          keyOf(spell(area, number)),
          keyOf(spell(area, `9${number}`)),
        ]);
        expect(new Set(keys).size).toBe(1);
      }),
    );
  });

  it('keeps a mobile apart from the landline that it would be without its ninth digit', () => {
    expect(samePhone(read('(11) 93232-1234'), read('(11) 3232-1234'))).toBe(false);
    fc.assert(
      fc.property(areaCode, landline, (area, number) => {
        expect(keyOf(`${area}9${number}`)).not.toBe(keyOf(area + number));
      }),
    );
  });

  it('is never shared by numbers of different areas', () => {
    fc.assert(
      fc.property(areaCode, areaCode, subscriber, subscriber, (one, other, number, another) => {
        fc.pre(one !== other);
        expect(keyOf(one + number)).not.toBe(keyOf(other + another));
        expect(keyOf(one + number)).not.toBe(keyOf(other + number));
      }),
    );
  });

  it('is never shared by different numbers of one area, but for the ninth digit', () => {
    fc.assert(
      fc.property(areaCode, oldMobile, oldMobile, (area, one, other) => {
        expect(samePhone(read(area + one), read(`${area}9${other}`))).toBe(one === other);
      }),
    );
  });

  it('is what a customer is known by, beside the number as it was seen', () => {
    expect(byPhone(read('(11) 98765-4321'))).toEqual({
      kind: 'phone',
      value: keyOf('(11) 8765-4321'),
      phone: '5511987654321',
    });
  });
});

describe('the time zone of a phone number', () => {
  it.each([
    ['Manaus', '92', 'America/Manaus'],
    ['Tefé', '97', 'America/Manaus'],
    ['Rio Branco', '68', 'America/Rio_Branco'],
    ['Cuiabá', '65', 'America/Cuiaba'],
    ['Rondonópolis', '66', 'America/Cuiaba'],
    ['Campo Grande', '67', 'America/Campo_Grande'],
    ['Porto Velho', '69', 'America/Porto_Velho'],
    ['Boa Vista', '95', 'America/Boa_Vista'],
    ['Recife, and Fernando de Noronha, which shares its area code', '81', 'America/Sao_Paulo'],
    ['Belém', '91', 'America/Sao_Paulo'],
  ])('is that of %s for %s', (_, area, zone) => {
    expect(timeZoneOf(read(`${area} 98765-4321`), 'America/Sao_Paulo')).toBe(zone);
  });

  it('is the fallback in every other area', () => {
    fc.assert(
      fc.property(areaCode, subscriber, (area, number) => {
        fc.pre(!['65', '66', '67', '68', '69', '92', '95', '97'].includes(area));
        expect(timeZoneOf(read(area + number), 'America/Sao_Paulo')).toBe('America/Sao_Paulo');
      }),
    );
  });

  it('is the fallback abroad, though the third and fourth digit look like an area', () => {
    expect(timeZoneOf(read('+54 92 1234-5678'), 'America/Sao_Paulo')).toBe('America/Sao_Paulo');
  });
});

// Helpers

const subscriber = fc.oneof(
  oldMobile,
  landline,
  digits(8).map((number) => `9${number}`),
);

const spellings: readonly ((area: string, number: string) => string)[] = [
  (area, number) => area + number,
  (area, number) => `55${area}${number}`,
  (area, number) => `+55${area}${number}`,
  (area, number) => `+55 (${area}) ${number.slice(0, -4)}-${number.slice(-4)}`,
  (area, number) => `(${area}) ${number.slice(0, -4)}-${number.slice(-4)}`,
  (area, number) => ` 55 ${area} ${number.slice(0, -4)}.${number.slice(-4)} `,
];

/** Plausible and implausible numbers, with and without +, of every length up to one too many. */
const anyNumber = fc
  .tuple(
    fc.constantFrom('', '+', ' +', '55', '+55', '+51', '+1', '0'),
    fc.integer({ min: 7, max: 16 }).chain(digits),
  )
  .map((parts) => parts.join(''));

const read = (text: string) => {
  const phone = parsePhone(text);
  if (phone === null) throw new Error(`not a phone: ${text}`);
  return phone;
};

const keyOf = (text: string) => phoneKey(read(text));
