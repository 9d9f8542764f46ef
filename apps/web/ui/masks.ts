import { onlyDigits } from '#core/domain/digits.ts';

/** What is typed → how it is shown. Only the digits (of a tax id: also letters) are the person's own. */
export type Mask = (typed: string) => string;

/** `(11) 98765-4321`, `(11) 3456-7890`: the area code and up to nine digits. A country code in front is taken off. */
export const areaPhone: Mask = (typed) => {
  const digits = withoutCountry(onlyDigits(typed)).slice(0, 11);
  if (digits.length < 3) return digits && `(${digits}`;
  return `(${digits.slice(0, 2)}) ${subscriber(digits.slice(2))}`;
};

/** `55 11 98765-4321`: the 55 stands by itself, a person types only what comes after it. */
export const countryPhone: Mask = (typed) => {
  const digits = withoutCountry(onlyDigits(typed).replace(/^55/, '')).slice(0, 11);
  if (digits.length < 3) return digits && `55 ${digits}`;
  return `55 ${digits.slice(0, 2)} ${subscriber(digits.slice(2))}`;
};

/** `529.982.247-25` up to eleven digits, `11.222.333/0001-81` beyond, also with letters. */
export const taxId: Mask = (typed) => {
  const characters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (/^\d{0,11}$/.test(characters)) return spread(characters, '###.###.###-##');
  return spread(characters.slice(0, 14), '##.###.###/####-##');
};

const withoutCountry = (digits: string) => (digits.length > 11 ? digits.replace(/^55/, '') : digits);

/** Mobile numbers begin with 9 and have five digits before the dash. */
const subscriber = (digits: string) => {
  const head = digits.startsWith('9') ? 5 : 4;
  return digits.length > head ? `${digits.slice(0, head)}-${digits.slice(head)}` : digits;
};

const spread = (characters: string, pattern: string) => {
  const rest = [...characters];
  let shown = '';
  for (const place of pattern) {
    if (rest.length === 0) break;
    shown += place === '#' ? rest.shift() : place;
  }
  return shown;
};
