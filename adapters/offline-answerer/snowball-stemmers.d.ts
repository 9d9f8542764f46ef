declare module 'snowball-stemmers' {
  export const newStemmer: (language: 'portuguese') => { stem(word: string): string };
}
