import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, cutPassages, passageBounds } from '#core/domain/passage.ts';
import { wordsOf } from '#core/domain/text.ts';

describe('cutting a document', () => {
  it('begins a passage with every heading, and keeps what stands above it', () => {
    expect(
      cutPassages([
        heading('Salão Flor de Lis', 1),
        heading('Horários', 1),
        paragraph('De terça a sábado, das 9h às 19h.', 1),
        heading('Preços', 2),
        paragraph('Corte R$ 60.', 2),
        paragraph('Escova R$ 45.', 3),
      ]),
    ).toEqual([
      { headings: ['Salão Flor de Lis', 'Horários'], text: 'De terça a sábado, das 9h às 19h.', page: 1 },
      { headings: ['Salão Flor de Lis', 'Preços'], text: 'Corte R$ 60.\nEscova R$ 45.', page: 2 },
    ]);
  });

  it('keeps the rows of a table together as long as they fit', () => {
    const rows = Array.from({ length: 30 }, (_, n) => row(`Serviço ${n} | R$ ${n},00`));
    expect(cutPassages([paragraph('x'.repeat(880)), row('Serviço | Preço'), ...rows])).toHaveLength(2);
  });

  it.each([
    ['paragraphs', () => paragraph('a')],
    ['headings over one line each', (n: number) => (n % 2 === 0 ? heading(`a ${n}`) : paragraph('b'))],
  ])('takes a document of two hundred thousand %s without holding up anybody', (_, nth) => {
    const passages = cutPassages(Array.from({ length: 200_000 }, (_, n) => nth(n)));
    expect(passages.length).toBeGreaterThan(400);
  });

  it('repeats the head of a table over each of its pieces, and takes no price for a head', () => {
    const rows = Array.from({ length: 200 }, (_, n) =>
      row(`Peça número ${n} | R$ ${n},00`, 4 + Math.floor(n / 50)),
    );
    const headed = cutPassages([row('Peça | Preço', 4), ...rows]);
    expect(headed.length).toBeGreaterThan(4);
    expect(headed.every(({ text }) => text.startsWith('Peça | Preço\nPeça número '))).toBe(true);
    expect(headed.map(({ page }) => page)).toEqual(headed.map(({ page }) => page).toSorted());
    expect(headed.at(-1)?.page).toBe(7);
    const unheaded = cutPassages(rows);
    expect(unheaded.filter(({ text }) => text.includes('Peça número 0 |'))).toHaveLength(1);
  });

  it('cuts what is too long at the end of a sentence', () => {
    const sentence = 'Atendemos com hora marcada e por ordem de chegada.';
    const passages = cutPassages([paragraph(`${sentence} `.repeat(100))]);
    expect(passages.every(({ text }) => text.endsWith('chegada.'))).toBe(true);
  });

  it('takes headings with nothing under them, and a text all in headings, for text', () => {
    expect(cutPassages([heading('Volte sempre!')])).toEqual([
      { headings: [], text: 'Volte sempre!', page: null },
    ]);
    const shouted = ['Abrimos cedo.', 'Fechamos tarde.', 'Aceitamos pix.', 'Traga a família.'];
    expect(cutPassages([...shouted.map((text) => heading(text)), paragraph('Obrigado.')])).toEqual([
      { headings: [], text: [...shouted, 'Obrigado.'].join('\n'), page: null },
    ]);
  });

  it('loses and reorders no word', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), (blocks) => {
        const passages = cutPassages(blocks);
        const said = passages.flatMap(({ headings, text }) => wordsOf([...headings, text].join(' ')));
        let at = 0;
        for (const word of blocks.flatMap(({ text }) => wordsOf(text))) {
          at = said.indexOf(word, at) + 1;
          expect(at, word).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('makes no passage empty or too long, and none of nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(block, strange), { maxLength: 30 }), (blocks) => {
        for (const { text, headings } of cutPassages(blocks)) {
          expect(text.trim()).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(passageBounds.characters);
          expect(text.isWellFormed()).toBe(true);
          expect(headings.every(({ length }) => length <= passageBounds.heading)).toBe(true);
        }
      }),
    );
    expect(cutPassages([])).toEqual([]);
    expect(cutPassages([paragraph(' \n ')])).toEqual([]);
  });
});

// Helpers

const heading = (text: string, page: number | null = null): Block => ({ kind: 'heading', text, page });
const paragraph = (text: string, page: number | null = null): Block => ({ kind: 'paragraph', text, page });
const row = (text: string, page: number | null = null): Block => ({ kind: 'row', text, page });

const kind = fc.constantFrom('heading', 'paragraph', 'row') as fc.Arbitrary<Block['kind']>;
const page = fc.option(fc.integer({ min: 1, max: 300 }), { nil: null });

/** Words that stand in no other block, so that their order shows; none is as long as a passage. */
const words = fc
  .array(
    fc.tuple(fc.constantFrom('a', 'corte', 'preço', 'sábado'), fc.constantFrom('', '.', ',', ' |', '\n')),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((parts) => parts.map(([word, sign], n) => `${word}${n}${sign}`).join(' '));
const block: fc.Arbitrary<Block> = fc.record({ kind, text: words, page });

const strange: fc.Arbitrary<Block> = fc.record({
  kind,
  page,
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }),
    fc.integer({ min: 1_300, max: 3_000 }).map((length) => '😀'.repeat(length)),
  ),
});
