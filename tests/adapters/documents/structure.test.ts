import { describe, expect, it } from 'vitest';
import { readDocument } from '#adapters/documents/read-document.ts';
import type { Block } from '#core/domain/passage.ts';
import { type DocxBlock, docxOf, docxParts, type PdfLine, pdfOf, zipOf } from '#tests/support/documents.ts';

describe('a PDF', () => {
  it('keeps a line of a price list on one line, its cells apart', async () => {
    expect(
      await blocksOfPdf([
        [
          { text: 'Tabela de preços', size: 20 },
          ...row(100, 'Corte feminino', 'R$ 80,00'),
          ...row(120, 'Escova e hidratação', 'R$ 120,00'),
          ...row(140, 'Barba', 'R$ 30,00'),
        ],
      ]),
    ).toEqual([
      heading('Tabela de preços'),
      line('Corte feminino | R$ 80,00'),
      line('Escova e hidratação | R$ 120,00'),
      line('Barba | R$ 30,00'),
    ]);
  });

  it('knows cells that almost touch by the column they stand in', async () => {
    expect(
      await blocksOfPdf([
        [
          ...row(100, 'Corte', 'R$ 80,00', 205),
          ...row(114, 'Escova progressiva com lavar', 'R$ 250,00', 205),
        ],
      ]),
    ).toEqual([line('Corte | R$ 80,00'), line('Escova progressiva com lavar | R$ 250,00')]);
  });

  it('reads dots that lead to a price as the end of a cell', async () => {
    expect(await blocksOfPdf([['Pizza de calabresa ............... R$ 45,00']])).toEqual([
      line('Pizza de calabresa | R$ 45,00'),
    ]);
  });

  it('puts the rest of a long cell where it belongs', async () => {
    expect(
      await blocksOfPdf([
        [
          ...row(100, 'Escova progressiva', 'R$ 250,00'),
          { text: 'sem formol', y: 113 },
          ...row(140, 'Barba', 'R$ 30,00'),
        ],
      ]),
    ).toEqual([line('Escova progressiva sem formol | R$ 250,00'), line('Barba | R$ 30,00')]);
  });

  it('joins the lines of a paragraph, and words divided between them, but not compounds', async () => {
    expect(
      await blocksOfPdf([
        [
          'Atendemos com hora marcada, e quem chega antes espera na nossa recep-',
          'ção, com café e água à vontade. Fechamos apenas no domingo e na segunda-',
          'feira, e nos feriados da cidade.',
        ],
      ]),
    ).toEqual([
      text(
        'Atendemos com hora marcada, e quem chega antes espera na nossa recepção, com café e água à vontade. Fechamos apenas no domingo e na segunda-feira, e nos feriados da cidade.',
      ),
    ]);
  });

  it('knows a heading by its size or by a short bold line', async () => {
    expect(
      await blocksOfPdf([
        [
          { text: 'Salão da Bia', size: 18 },
          { text: 'Formas de pagamento', bold: true, y: 100 },
          { text: 'Aceitamos Pix, dinheiro e cartão em até três vezes sem juros.', y: 116 },
        ],
      ]),
    ).toEqual([
      heading('Salão da Bia'),
      heading('Formas de pagamento'),
      text('Aceitamos Pix, dinheiro e cartão em até três vezes sem juros.'),
    ]);
  });

  it('reads once what was drawn twice to look bold', async () => {
    expect(
      await blocksOfPdf([
        [
          { text: 'Fechado no domingo', y: 100 },
          { text: 'Fechado no domingo', x: 50.4, y: 100 },
        ],
      ]),
    ).toEqual([text('Fechado no domingo')]);
  });

  it('reads two columns of text one after the other', async () => {
    const side = (name: string, x: number) =>
      Array.from({ length: 7 }, (_, i) => ({
        text: `${name} ${i} conta uma história comprida aqui`,
        x,
        y: 100 + i * 14,
      }));
    const blocks = await blocksOfPdf([[...side('Esquerda', 40), ...side('Direita', 310)]]);
    expect(blocks.every(({ kind }) => kind === 'paragraph')).toBe(true);
    const all = blocks.map((block) => block.text).join(' ');
    expect(all.indexOf('Esquerda 6')).toBeLessThan(all.indexOf('Direita 0'));
  });

  it('leaves out page numbers and what every page repeats at its edge, and says the page of each block', async () => {
    const page = (number: number): PdfLine[] => [
      { text: 'Salão da Bia – Tabela 2026', y: 30 },
      ...row(100, `Serviço ${number}`, `R$ ${number},00`),
      ...row(120, `Pacote ${number}`, `R$ ${number}0,00`),
      { text: `Página ${number} de 4`, y: 800 },
    ];
    expect(await blocksOfPdf([page(1), page(2), page(3), page(4)].map((lines) => lines))).toEqual(
      [1, 2, 3, 4].flatMap((number) => [
        line(`Serviço ${number} | R$ ${number},00`, number),
        line(`Pacote ${number} | R$ ${number}0,00`, number),
      ]),
    );
  });
});

describe('a DOCX', () => {
  it('has no pages; headings, paragraphs, items and table rows come in their order', async () => {
    expect(
      await blocksOfDocx([
        { heading: 'Tabela de preços' },
        {
          table: [
            ['Corte feminino', 'R$ 80,00'],
            ['Barba', 'R$ 30,00'],
          ],
        },
        { paragraph: 'Pagamento', bold: true },
        { paragraph: 'Aceitamos Pix & cartão, <sem juros>.' },
        { item: 'Parcelamos em três vezes' },
      ]),
    ).toEqual([
      heading('Tabela de preços', null),
      line('Corte feminino | R$ 80,00', null),
      line('Barba | R$ 30,00', null),
      heading('Pagamento', null),
      text('Aceitamos Pix & cartão, <sem juros>.', null),
      text('Parcelamos em três vezes', null),
    ]);
  });

  it('keeps an empty cell in its place', async () => {
    expect(await blocksOfDocx([{ table: [['Corte', '', 'R$ 80,00']] }])).toEqual([
      line('Corte | | R$ 80,00', null),
    ]);
  });

  it('says a cell that spans rows again in each, and takes a cell across the table as a heading', async () => {
    const cell = (words: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:tc>`;
    const tr = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
    const body = `<w:tbl>${tr(cell('Cabelo', '<w:gridSpan w:val="3"/>'))}${tr(cell('Corte', '<w:vMerge w:val="restart"/>'), cell('Feminino'), cell('80'))}${tr(cell('', '<w:vMerge/>'), cell('Masculino'), cell('50'))}</w:tbl>`;
    expect(await blocks(zipOf(docxParts(body)))).toEqual([
      heading('Cabelo', null),
      line('Corte | Feminino | 80', null),
      line('Corte | Masculino | 50', null),
    ]);
  });

  it('comes out clean: composed, without control characters or doubled spaces', async () => {
    expect(
      await blocksOfDocx([{ paragraph: 'Servic\u0327o   de\u00a0\u00a0cafe\u0301\u200b  \u00adda  casa' }]),
    ).toEqual([text('Serviço de café da casa', null)]);
  });
});

// Helpers

const block =
  (kind: Block['kind']) =>
  (words: string, page: number | null = 1): Block => ({ kind, text: words, page });
const heading = block('heading');
const line = block('row');
const text = block('paragraph');

const row = (y: number, name: string, price: string, x = 350): PdfLine[] => [
  { text: name, y },
  { text: price, x, y },
];

const blocks = async (bytes: Buffer): Promise<readonly Block[]> => {
  const answer = await readDocument(bytes);
  if (answer.kind === 'refused') throw new Error(answer.problem);
  return answer.document.blocks;
};
const blocksOfPdf = (pages: readonly (readonly PdfLine[])[]) => blocks(pdfOf(pages));
const blocksOfDocx = (parts: readonly DocxBlock[]) => blocks(docxOf(parts));
