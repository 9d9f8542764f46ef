import { onlyDigits } from './digits.ts';

declare const checked: unique symbol;
/** Eleven digits whose two check digits match. Only the parser below can make one. */
export type Cpf = string & { readonly [checked]: 'Cpf' };
/** Fourteen characters whose two check digits match: numeric, or alphanumeric (IN RFB 2.229/2024). */
export type Cnpj = string & { readonly [checked]: 'Cnpj' };
/** Which of the two it is shows in the length. */
export type TaxId = Cpf | Cnpj;

/** Whatever stands between the digits, letters too, is overlooked. */
export const parseCpf = (text: string): Cpf | null => {
  const digits = onlyDigits(text);
  return digits.length === 11 && hasCheckDigits(digits, 11) ? (digits as Cpf) : null;
};

/**
 * Letters count only when letters and digits together make 14 characters with two digits at the end;
 * otherwise only the digits are looked at.
 */
export const parseCnpj = (text: string): Cnpj | null => {
  const characters = cnpjCharacters(text);
  return characters.length === 14 && hasCheckDigits(characters, 9) ? (characters as Cnpj) : null;
};

/** CNPJ first: without its letters, an alphanumeric one may leave the eleven digits of a stranger's CPF. */
export const parseTaxId = (text: string): TaxId | null => parseCnpj(text) ?? parseCpf(text);

/** For every keystroke: true while fewer than 11 digits (or 14 characters) are typed, then whether the document is valid. */
export const taxIdLooksRight = (text: string): boolean =>
  cnpjCharacters(text).length < 11 || parseTaxId(text) !== null;

const cnpjCharacters = (text: string): string => {
  const characters = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return /^[0-9A-Z]{12}\d{2}$/.test(characters) ? characters : onlyDigits(text);
};

/** Modulo 11, weights from the right: 2, 3, … `heaviest`, then 2 again. A character's value is its code less 48. */
const hasCheckDigits = (characters: string, heaviest: number): boolean => {
  if (/^(.)\1*$/.test(characters)) return false;
  const body = characters.slice(0, -2);
  const first = checkDigit(body, heaviest);
  return characters === body + first + checkDigit(body + first, heaviest);
};

const checkDigit = (characters: string, heaviest: number): string => {
  const weight = (fromRight: number) => 2 + (fromRight % (heaviest - 1));
  const sum = [...characters]
    .reverse()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * weight(index), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
};
