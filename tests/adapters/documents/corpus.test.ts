import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '#adapters/documents/read-document.ts';
import { documentLimits } from '#core/domain/document.ts';
import { docxOf, docxParts, pdfFrom, pdfOf, zipOf } from '#tests/support/documents.ts';

const words = 'Corte feminino R$ 80,00';
const pdf = pdfOf([[words], ['Barba R$ 30,00']]);
const docx = docxOf([{ paragraph: words }]);
const parts = docxParts('');

const corpus: readonly (readonly [problem: string, name: string, bytes: () => Buffer])[] = [
  ['wrong-type', 'no bytes', () => Buffer.alloc(0)],
  ['wrong-type', 'a picture', () => Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['wrong-type', 'a text called tabela.pdf', () => Buffer.from(words)],
  ['wrong-type', 'a PDF that begins late', () => Buffer.concat([Buffer.from('\n'), pdf])],
  ['wrong-type', 'a ZIP that is no DOCX', () => zipOf({ 'xl/workbook.xml': '<workbook/>' })],
  ['wrong-type', 'a DOCX inside a ZIP', () => zipOf({ 'tabela.docx': docx })],
  ['wrong-type', 'an old .doc', () => ole('WordDocument')],
  ['encrypted', 'an encrypted DOCX', () => ole('EncryptedPackage')],
  ['encrypted', 'a ZIP with a password', () => zipOf(parts, { 'word/document.xml': { flags: 0x801 } })],
  ['encrypted', 'a PDF with a password', () => pdfOf([[words]], { password: 'segredo' })],
  ['no-text', 'a PDF of empty pages', () => pdfOf([[], []])],
  ['no-text', 'a DOCX of nothing', () => docxOf([])],
  ['no-text', 'scanned pages with a stamp', () => pdfOf([[stamp], [stamp]])],
  ['no-text', 'a font whose letters nobody can map', () => pdfOf([[words]], unmappable)],
  ['no-text', 'nested content', () => pdfFrom([Buffer.from('['.repeat(300_000))])],
  ['too-long', '301 pages', () => pdfOf(Array.from({ length: documentLimits.pages + 1 }, () => [words]))],
  [
    'too-long',
    'more text than allowed',
    () => docxOf(Array.from({ length: 20 }, () => ({ paragraph: noise(60_000) }))),
  ],
  ['corrupt', 'a PDF that is a ZIP too', () => Buffer.concat([pdf, docx])],
  ['corrupt', 'a DOCX that is a PDF too', () => zipOf({ '%PDF-1.7': '', ...parts })],
  [
    'corrupt',
    'a DOCX with something before it',
    () => Buffer.concat([Buffer.from('PK\x03\x04MZ', 'latin1'), docx]),
  ],
  [
    'corrupt',
    'pages that are their own parents',
    () => replaced(pdf, '/Kids[5 0 R 7 0 R]', '/Kids[2 0 R 2 0 R]'),
  ],
  [
    'corrupt',
    'objects nested without end',
    () => pdfOf([[words]], { catalog: `/AcroForm ${'['.repeat(300_000)}` }),
  ],
  [
    'corrupt',
    'a bomb that admits its size',
    () => zipOf({ ...parts, 'word/a.xml': Buffer.alloc(9_000_000) }),
  ],
  [
    'corrupt',
    'a bomb that lies about its size',
    () => zipOf({ ...docxParts(' '.repeat(90_000)) }, lie({ size: 3_000 })),
  ],
  ['corrupt', 'more than 50 MB in one part', () => zipOf(parts, lie({ size: 51 * 1024 * 1024 }))],
  ['corrupt', 'two thousand and one parts', () => zipOf({ ...parts, ...many(2_001) })],
  ['corrupt', 'a part that climbs out', () => zipOf({ ...parts, '../../etc/passwd': 'x' })],
  ['corrupt', 'a part that is a link', () => zipOf(parts, lie({ attributes: 0xa1ff0000 }))],
  ['corrupt', 'XML entities', () => zipOf({ ...parts, 'word/document.xml': entities })],
  ['corrupt', 'an entity of another file', () => zipOf({ ...parts, 'word/document.xml': external })],
  [
    'corrupt',
    'XML that ends too soon',
    () => zipOf({ ...parts, 'word/document.xml': '<w:document><w:body>' }),
  ],
];

describe('what strangers send', () => {
  it.each(corpus)('is %s: %s', async (problem, _, bytes) => {
    expect(await readDocument(bytes())).toEqual({ kind: 'refused', problem });
  });

  it.each([
    ['with an empty password', () => pdfOf([[words]], { password: '' })],
    ['that claims 5,000 pages and has one', () => pdfOf([[words]], { claimedPages: 5_000 })],
    [
      'with nesting that no page uses',
      () => pdfOf([[words]], { catalog: '/Outlines 90000 0 R', objects: { 90000: '['.repeat(100_000) } }),
    ],
  ])('is read for what it holds: a PDF %s', async (_, bytes) => {
    expect(await readDocument(bytes())).toEqual(one(1));
  });

  it('is read without what is nested in it', async () => {
    const nested = zipOf({
      ...docxParts(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`),
      'word/embeddings/a.zip': docx,
    });
    expect(await readDocument(nested)).toEqual(one(null));
  });

  it.each([
    ['PDF', pdf],
    ['DOCX', docx],
  ])('is corrupt wherever it was cut short: %s', async (_, whole) => {
    for (let part = 1; part <= 20; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 21));
      expect(await readDocument(cut)).toEqual({ kind: 'refused', problem: 'corrupt' });
    }
  });

  it('never makes the reader throw: random bytes behind a true beginning', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('%PDF-1.7\n', 'PK\x03\x04', ''),
        fc.uint8Array({ maxLength: 400 }),
        async (start, rest) => {
          const answer = await readDocument(Buffer.concat([Buffer.from(start, 'latin1'), rest]));
          expect(answer.kind).toBe('refused');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never makes the reader throw: good files with bytes changed', async () => {
    const change = fc.record({ at: fc.nat(), to: fc.nat({ max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(plain, pdf, docx),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        async (good, changes) => {
          const bytes = Buffer.from(good);
          for (const { at, to } of changes) bytes[at % bytes.length] = to;
          const answer = await readDocument(bytes);
          if (answer.kind === 'refused') return;
          expect(answer.document.blocks.length).toBeGreaterThan(0);
          for (const { text } of answer.document.blocks) {
            expect(text).toBe(text.toWellFormed().normalize('NFC').trim());
            expect(text).not.toMatch(/(?!\n)\p{Cc}| {2}/u);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

// Helpers

const one = (page: number | null) => ({
  kind: 'read',
  document: { pages: page, blocks: [{ kind: 'paragraph', text: words, page }] },
});

const plain = pdfOf([[words, 'Barba R$ 30,00']], { compressed: false });

const stamp = 'Digitalizado com CamScanner';
const privateLetters =
  'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <ff> <e020> endbfrange endcmap';
const unmappable = {
  font: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 90000 0 R>>',
  objects: { 90000: `<</Length ${privateLetters.length}>>stream\n${privateLetters}\nendstream` },
};

const entities = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>`;
const external = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document>&a;</w:document>`;

const lie = (about: { size?: number; attributes?: number }) => ({ 'word/document.xml': about });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/${i}.xml`, '']));

const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);

const replaced = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');

/** Text that hardly packs, so that no bound on packing is met before the one that is meant. */
const noise = (length: number): string => {
  let seed = 7;
  let text = '';
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += seed.toString(36);
  }
  return text.slice(0, length);
};
