import { cut } from './text.ts';

/** Where an answer comes from, as its owner can check it: kept with the answer, whatever becomes of the document. */
export type Source = {
  readonly documentName: string;
  readonly page: number | null;
  readonly excerpt: string;
};

export const sourceBounds = { excerpt: 300 } as const;

export const sourceOf = (passage: {
  readonly documentName: string;
  readonly page: number | null;
  readonly text: string;
}): Source => ({
  documentName: passage.documentName,
  page: passage.page,
  excerpt: cut(passage.text, sourceBounds.excerpt),
});
