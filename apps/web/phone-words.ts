import { areaPhone } from './ui/masks.ts';

/** A number as people read it: `(11) 98765-4321`, and abroad `+351912345678`. */
export const phoneWords = (digits: string): string =>
  /^55\d{10,11}$/.test(digits) || /^\d{10,11}$/.test(digits) ? areaPhone(digits) : `+${digits}`;
