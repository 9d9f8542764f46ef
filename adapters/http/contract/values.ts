import * as z from 'zod/mini';
import { centsOf, reaisOf } from '#core/domain/money.ts';
import { clean } from '#core/domain/text.ts';

/** Ids fit in a signed 32-bit column, or a safe integer where tables grow. */
export const id = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));
export const smallId = z.int().check(z.gte(1), z.lte(2_147_483_647));

/** An id in a path or a query. */
export const idText = z.codec(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), smallId, {
  decode: Number,
  encode: String,
});
export const bigIdText = z.codec(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), id, {
  decode: Number,
  encode: String,
});

/** ISO 8601 in UTC on the wire, a Date inside. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A day that calendars can count on from and to: the years 1900 to 2199. */
export const calendarDate = z.iso.date().check(z.regex(/^(19|2[01])/));

/** Reais with two decimals on the wire, centavos inside. */
export const money = z.codec(z.number(), z.int(), { decode: centsOf, encode: reaisOf });

/** A number in a path or query. */
export const countText = z.codec(z.string().check(z.regex(/^\d{1,6}$/)), z.int(), {
  decode: Number,
  encode: String,
});

/** What people type is cleaned here and nowhere else: behind this line every text can be stored as it is. */
const typed = (max: number) =>
  z.codec(z.string().check(z.maxLength(max)), z.string(), { decode: clean, encode: (text) => text });

/** Longer than any text that a rule allows; the rule then says so in words. */
export const text = typed(200_000);
export const shortText = typed(2_000);
/** A password counts exactly as it was typed. */
export const secretText = z.string().check(z.maxLength(2_000));

export const nothing = z.undefined();

/** One of our words, each with its Portuguese one on the wire. A word of ours that is left out does not compile. */
export const inWords = <Ours extends string>(dictionary: Readonly<Record<Ours, string>>) => {
  const entries = Object.entries(dictionary) as [Ours, string][];
  const ours = new Map(entries.map(([our, word]) => [word, our]));
  return z.codec(z.enum(entries.map(([, word]) => word)), z.custom<Ours>(), {
    decode: (word) => ours.get(word) as Ours,
    encode: (our) => dictionary[our],
  });
};
