import { describe, expect, it } from 'vitest';
import { findPassages, foundBounds } from '#core/application/knowledge/find-passages.ts';
import { charactersOf } from '#core/domain/ranking.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { FoundPassage, PassageStore } from '#core/ports/passage-store.ts';

describe('finding passages for a question', () => {
  it('puts first what words and meaning agree on', async () => {
    const found = await find({
      words: [passage(1, 9), passage(2, 8)],
      meant: [passage(3, 0.8), passage(2, 0.7)],
    });
    expect(found.map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it('leaves out what is only a little like the question', async () => {
    const found = await find({
      words: [passage(1, 9), passage(2, 2)],
      meant: [passage(3, 0.5), passage(4, 0.15)],
    });
    expect(found.map(({ id }) => id).sort()).toEqual([1, 3]);
    expect(await find({ words: [], meant: [passage(4, 0.15)] })).toEqual([]);
  });

  it.each<[string, Embedder | null]>([
    ['without a model for meaning', null],
    ['when it has no answer', { embed: async () => null }],
    ['when it answers nothing', { embed: async () => [] }],
    ['when it breaks', { embed: () => Promise.reject(new Error('away')) }],
    [
      'when it breaks at once',
      {
        embed: () => {
          throw new Error('away');
        },
      },
    ],
  ])('goes by words alone %s', async (_, embedder) => {
    const found = await find({ words: [passage(1, 9)], meant: [passage(3, 0.8)], embedder });
    expect(found.map(({ id }) => id)).toEqual([1]);
  });

  it('goes by words alone when vectors cannot be read', async () => {
    const passages = {
      ...store([passage(1, 9)], []),
      findByMeaning: () => Promise.reject(new Error('away')),
    };
    expect(await findPassages({ passages, embedder: some })(1, 1, 'corte?')).toHaveLength(1);
  });

  it('tells at most eight, and never more than the budget', async () => {
    const short = Array.from({ length: 20 }, (_, n) => passage(n, 20 - n * 0.1));
    expect(await find({ words: short, meant: [] })).toHaveLength(foundBounds.passages);
    const long = short.map((each) => ({ ...each, text: 'x'.repeat(1_400), headings: ['Preços'] }));
    const found = await find({ words: long, meant: long.map((each) => ({ ...each, score: 0.9 })) });
    expect(found).toHaveLength(4);
    expect(found.reduce((sum, each) => sum + charactersOf(each), 0)).toBeLessThanOrEqual(
      foundBounds.characters,
    );
  });

  it('asks nobody for the meaning of nothing, and of a long text only so much', async () => {
    const asked: string[] = [];
    const embedder: Embedder = {
      embed: async (texts) => {
        asked.push(...texts);
        return null;
      },
    };
    const question = findPassages({ passages: store([], []), embedder });
    expect(await question(1, 1, ' \n ')).toEqual([]);
    await question(1, 1, '😀'.repeat(2_000));
    expect(asked.map(({ length }) => length)).toEqual([foundBounds.question]);
    expect(asked[0]?.isWellFormed()).toBe(true);
  });
});

// Helpers

const passage = (id: number, score: number): FoundPassage => ({
  id,
  score,
  documentId: 1,
  documentName: 'Preços.pdf',
  page: null,
  headings: [],
  text: `Passagem ${id}`,
});

const some: Embedder = { embed: async () => [{ model: 'small', values: [1] }] };

const store = (words: readonly FoundPassage[], meant: readonly FoundPassage[]): PassageStore => ({
  put: async () => {},
  remove: async () => {},
  copy: async () => {},
  findByWords: async () => words,
  findByMeaning: async () => meant,
});

type Given = {
  readonly words: readonly FoundPassage[];
  readonly meant: readonly FoundPassage[];
  readonly embedder?: Embedder | null;
};

const find = ({ words, meant, embedder = some }: Given) =>
  findPassages({ passages: store(words, meant), embedder })(1, 1, 'quanto custa o corte?');
