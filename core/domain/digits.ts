/** The digits of a text, in order; every other character is dropped. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '');
