import { onlyDigits } from './digits.ts';

declare const canonical: unique symbol;
/**
 * Digits with the country code, as people and the wire see a number: `5511987654321`. Another country's number of
 * fewer than 12 digits keeps its `+`: without it, `+51987654321` of Lima would be read as one of Porto Alegre.
 */
export type Phone = string & { readonly [canonical]: 'Phone' };
/** The same for every spelling of one number, ninth digit or not; only for comparing, never shown. */
export type PhoneKey = string & { readonly [canonical]: 'PhoneKey' };

/** Area codes in use (Anatel, Plano Geral de Códigos Nacionais). */
const areaCodes = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 ' +
    '66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/**
 * Any spelling of a phone number, or null; reading what it gave gives the same again. Ten or eleven digits are
 * Brazilian and get `55`; after `+`, or from 12 digits on (15 at most, ITU-T E.164), the country code is there already.
 */
export const parsePhone = (text: string): Phone | null => {
  const digits = onlyDigits(text);
  const hasCountry = /^\s*\+/.test(text) || digits.length >= 12;
  if (!hasCountry) return brazilian(`55${digits}`);
  return digits.startsWith('55') ? brazilian(digits) : foreign(digits);
};

/** A Brazilian number only: what an owner may register with, and an agent may have. */
export const parseBrazilianPhone = (text: string): Phone | null => {
  const phone = parsePhone(text);
  return phone?.startsWith('55') ? phone : null;
};

/**
 * Brazilian mobiles exist on WhatsApp with and without the ninth digit: both give one key. Only those that go on with
 * 6 to 9 ever had eight digits; less its ninth, `11 9 3232-1234` would be the landline `11 3232-1234` of a stranger.
 */
export const phoneKey = (phone: Phone): PhoneKey =>
  (/^55\d{2}9[6-9]\d{7}$/.test(phone) ? phone.slice(0, 4) + phone.slice(5) : phone) as string as PhoneKey;

/** Whether two spellings are one number. */
export const samePhone = (one: Phone, other: Phone): boolean => phoneKey(one) === phoneKey(other);

/**
 * The area's IANA time zone; what no area code tells (and foreign numbers) gets `fallback`. Fernando de Noronha, an
 * hour ahead, shares 81 with Pernambuco, and the west of Amazonas, an hour behind Manaus, shares 97 with Tefé: their
 * owners choose the zone in the profile.
 */
export const timeZoneOf = (phone: Phone, fallback: string): string =>
  (phone.startsWith('55') && zonesByArea[phone.slice(2, 4)]) || fallback;

const zonesByArea: Readonly<Record<string, string>> = {
  '65': 'America/Cuiaba',
  '66': 'America/Cuiaba',
  '67': 'America/Campo_Grande',
  '68': 'America/Rio_Branco',
  '69': 'America/Porto_Velho',
  '92': 'America/Manaus',
  '95': 'America/Boa_Vista',
  '97': 'America/Manaus',
};

const brazilian = (digits: string): Phone | null =>
  areaCodes.has(digits.slice(2, 4)) && /^55\d{2}(9\d{8}|[2-9]\d{7})$/.test(digits) ? (digits as Phone) : null;

const foreign = (digits: string): Phone | null =>
  /^[1-9]\d{7,14}$/.test(digits) ? ((digits.length < 12 ? `+${digits}` : digits) as Phone) : null;
