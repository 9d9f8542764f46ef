/** Money inside is a whole number of centavos; on the wire it is a number of reais with two decimals. */
export const reaisOf = (cents: number): number => Math.round(cents) / 100;

export const centsOf = (reais: number): number => Math.round(reais * 100);
