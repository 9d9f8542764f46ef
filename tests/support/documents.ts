import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

/** One string of a page: from the left and from the top in points, A4, in Helvetica. */
export type Drawn = {
  readonly text: string;
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
  readonly bold?: boolean;
};

/** A string alone stands below the one before. */
export type PdfLine = string | Drawn;

/** Pages of lines: `x` makes columns of strings with the same `y`; without `y` each line goes below the last. */
export const pdfOf = (pages: readonly (readonly PdfLine[])[], extra: PdfExtra = {}): Buffer =>
  pdfFrom(
    pages.map((lines) => Buffer.from(drawn(lines), 'latin1')),
    extra,
  );

export type PdfExtra = {
  readonly claimedPages?: number;
  /** Entries of the catalogue, and objects from number 90000 that they may point at. */
  readonly catalog?: string;
  readonly objects?: Readonly<Record<number, string>>;
  readonly password?: string;
  readonly font?: string;
  readonly compressed?: boolean;
};

/** The same from ready contents of pages. */
export const pdfFrom = (contents: readonly Buffer[], extra: PdfExtra = {}): Buffer => {
  const { claimedPages, catalog = '', objects = {}, password, font, compressed = true } = extra;
  const locked = password === undefined ? null : lock(password);
  const kids = contents.map((_, i) => `${5 + 2 * i} 0 R`).join(' ');
  const regular = font ?? '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const all: [number, Buffer][] = [
    [1, Buffer.from(`<</Type/Catalog/Pages 2 0 R${catalog}>>`)],
    [2, Buffer.from(`<</Type/Pages/Count ${claimedPages ?? contents.length}/Kids[${kids}]>>`)],
    [3, Buffer.from(regular)],
    [4, Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>')],
    ...contents.flatMap((content, i): [number, Buffer][] => [
      [
        5 + 2 * i,
        Buffer.from(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${6 + 2 * i} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>`,
        ),
      ],
      [6 + 2 * i, stream(content, 6 + 2 * i, compressed, locked)],
    ]),
    ...Object.entries(objects).map(([number, body]): [number, Buffer] => [
      Number(number),
      Buffer.from(body, 'latin1'),
    ]),
  ];
  return assembled(all, locked?.dictionary ?? '');
};

const drawn = (lines: readonly PdfLine[]): string => {
  let below = 40;
  return lines
    .map((line) => {
      const { text, x = 50, size = 11, bold = false, y } = typeof line === 'string' ? { text: line } : line;
      below = y ?? below + size * 1.4;
      return `BT /F${bold ? 2 : 1} ${size} Tf 1 0 0 1 ${x} ${(842 - below).toFixed(2)} Tm (${escaped(text)}) Tj ET`;
    })
    .join('\n');
};

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

const stream = (content: Buffer, number: number, compressed: boolean, locked: Lock | null): Buffer => {
  const plain = compressed ? Buffer.concat([zlibHeader, deflateRawSync(content), adler]) : content;
  const data = locked ? locked.encrypt(plain, number) : plain;
  const filter = compressed ? '/Filter/FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(`<<${filter}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
};
const zlibHeader = Buffer.from([0x78, 0x9c]);
const adler = Buffer.alloc(4);

const assembled = (objects: readonly (readonly [number, Buffer])[], trailer: string): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets = new Map<number, number>();
  let at = parts[0]?.length ?? 0;
  for (const [number, body] of objects) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.set(number, at);
    parts.push(part);
    at += part.length;
  }
  const rows = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const size = Math.max(...offsets.keys()) + 1;
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

type Lock = { readonly dictionary: string; readonly encrypt: (data: Buffer, number: number) => Buffer };

/** The oldest of the format's encryptions, 40 bits of RC4: enough to be asked for a password. */
const lock = (password: string): Lock => {
  const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
  const padded = (text: string) => Buffer.concat([Buffer.from(text), padding]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const id = Buffer.alloc(16, 7);
  const owner = rc4(md5(padded('dona')).subarray(0, 5), padded(password));
  const key = md5(padded(password), owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id).subarray(0, 5);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return {
    dictionary: `/ID[${hex(id)}${hex(id)}]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O ${hex(owner)}/U ${hex(rc4(key, padding))}>>`,
    encrypt: (data, number) =>
      rc4(md5(key, Buffer.from([number & 255, number >> 8, 0, 0, 0])).subarray(0, 10), data),
  };
};

const rc4 = (key: Buffer, data: Buffer): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    [state[i & 255], state[j & 255]] = [at(j), at(i)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      j += at(++i);
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
};

export type DocxBlock =
  | { readonly heading: string }
  | { readonly paragraph: string; readonly bold?: boolean }
  | { readonly item: string }
  | { readonly table: readonly (readonly string[])[] };

export const docxOf = (blocks: readonly DocxBlock[]): Buffer => zipOf(docxParts(blocks.map(wordOf).join('')));

/** The parts of a DOCX around a body, to be changed before they are packed. */
export const docxParts = (body: string): Record<string, string> => ({
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`,
  '_rels/.rels': relationships(
    `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>`,
  ),
  'word/_rels/document.xml.rels': relationships(
    `<Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/>`,
  ),
  'word/styles.xml': `<w:styles ${w}><w:style w:type="paragraph" w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${w} xmlns:r="${office}"><w:body>${body}</w:body></w:document>`,
});

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const relationships = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

const wordOf = (block: DocxBlock): string => {
  if ('heading' in block) return paragraph(block.heading, '<w:pPr><w:pStyle w:val="Ttulo1"/></w:pPr>');
  if ('paragraph' in block) return paragraph(block.paragraph, '', block.bold ? '<w:rPr><w:b/></w:rPr>' : '');
  if ('item' in block)
    return paragraph(block.item, '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>');
  const rows = block.table.map(
    (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl>${rows.join('')}</w:tbl>`;
};

const paragraph = (text: string, properties = '', run = ''): string =>
  `<w:p>${properties}<w:r>${run}<w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export type ZipLie = { readonly size?: number; readonly flags?: number; readonly attributes?: number };

/** A ZIP of named parts; `lies` changes what the directory says of one. */
export const zipOf = (
  parts: Readonly<Record<string, string | Buffer>>,
  lies: Readonly<Record<string, ZipLie>> = {},
): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const { size = plain.length, flags = 0x800, attributes = 0 } = lies[name] ?? {};
    const said = Buffer.alloc(26);
    said.writeUInt16LE(20, 0);
    said.writeUInt16LE(flags, 2);
    said.writeUInt16LE(8, 4);
    said.writeUInt32LE(crc32(plain), 10);
    said.writeUInt32LE(packed.length, 14);
    said.writeUInt32LE(size, 18);
    said.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), said, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes, 6);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), said, tail, Buffer.from(name));
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const count = Object.keys(parts).length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
};
