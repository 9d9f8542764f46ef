import { readdirSync, readFileSync } from 'node:fs';
import { type Block, cutPassages, type Passage } from '#core/domain/passage.ts';

export type Business = {
  readonly name: string;
  readonly documents: readonly {
    readonly id: number;
    readonly name: string;
    readonly passages: readonly Passage[];
  }[];
  readonly questions: readonly Question[];
};

/** `answer` stands in the passages that tell it, and in no others of the business. */
export type Question = { readonly text: string; readonly answer: string };

type Written = {
  readonly business: string;
  readonly documents: readonly { readonly name: string; readonly lines: readonly string[] }[];
  readonly questions: readonly (readonly [text: string, answer: string])[];
};

const folder = 'tests/fixtures/retrieval';

/** Small businesses that do not exist, their documents, and what their customers ask, as they write it. */
export const readRetrievalSet = (): readonly Business[] => {
  let documents = 0;
  return readdirSync(folder)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Written)
    .map((written) => ({
      name: written.business,
      documents: written.documents.map(({ name, lines }) => {
        documents += 1;
        return { id: documents, name, passages: cutPassages(lines.map(blockOf)) };
      }),
      questions: written.questions.map(([text, answer]) => ({ text, answer })),
    }));
};

const blockOf = (line: string): Block => {
  if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2), page: null };
  if (line.startsWith('| ')) return { kind: 'row', text: line.slice(2), page: null };
  return { kind: 'paragraph', text: line, page: null };
};

export type Scores = { readonly recallAt5: number; readonly mrrAt10: number };

/** `places` are those of the first right passage, from 0; -1 where none was found. */
export const scoresOf = (places: readonly number[]): Scores => ({
  recallAt5: places.filter((place) => place >= 0 && place < 5).length / places.length,
  mrrAt10:
    places.reduce((sum, place) => sum + (place >= 0 && place < 10 ? 1 / (place + 1) : 0), 0) / places.length,
});

export const placeOf = ({ answer }: Question, texts: readonly string[]): number =>
  texts.findIndex((text) => text.includes(answer));
