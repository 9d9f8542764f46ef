/** Money inside is a whole number of centavos; on the wire it is a number of reais with two decimals. */
export const reaisOf = (cents: number): number => Math.round(cents) / 100;

/** The nearest whole centavo: `55.2` is 5520, and 4.35 × 100, which is 434.99… in floating point, is 435. */
export const centsOf = (reais: number): number => Math.round(reais * 100);
