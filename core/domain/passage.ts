/** One piece of a document, as it was read. A row is one line of a table, its cells joined by ` | `. */
export type Block = {
  readonly kind: 'heading' | 'paragraph' | 'row';
  readonly text: string;
  /** From 1; null where the document has no pages. */
  readonly page: number | null;
};

/** A part of a document that can answer a question by itself. */
export type Passage = {
  readonly text: string;
  readonly page: number | null;
  /** The headings it stands under, outermost first. */
  readonly headings: readonly string[];
};
