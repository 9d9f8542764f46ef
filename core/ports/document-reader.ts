import type { Block } from '#core/domain/passage.ts';

export type ReadDocument = {
  /** Of a PDF; other types have none. */
  readonly pages: number | null;
  /** In reading order, never empty. */
  readonly blocks: readonly Block[];
};

export type DocumentProblem =
  /** Neither PDF nor DOCX by its content, whatever it is called. */
  | 'wrong-type'
  | 'encrypted'
  /** Cut short, damaged, or made to do harm: it unpacks to too much, points elsewhere, holds two types at once. */
  | 'corrupt'
  /** More pages or more text than a document may have. */
  | 'too-long'
  /** Scanned: pictures of text. */
  | 'no-text'
  /** Not read within the time or the memory that one document may take. */
  | 'too-hard';

/** Reads documents that strangers made. It never throws for what is in them, and makes no connection anywhere. */
export interface DocumentReader {
  read(
    bytes: Uint8Array,
  ): Promise<
    | { readonly kind: 'read'; readonly document: ReadDocument }
    | { readonly kind: 'refused'; readonly problem: DocumentProblem }
  >;
}
