import type { DocumentProblem } from '#core/ports/document-reader.ts';

/** Thrown wherever in a document its problem is met, caught once in read-document.ts. */
export class Unreadable extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(problem);
    this.name = 'Unreadable';
    this.problem = problem;
  }
}
