import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentReader } from '#adapters/documents/document-reader.ts';
import { turnstile } from '#adapters/node/turnstile.ts';
import { documentLimits } from '#core/domain/document.ts';
import { docxOf, docxParts, pdfOf, relationships, zipOf } from '#tests/support/documents.ts';

const words = 'Corte feminino R$ 80,00';
const read = (page: number | null) => ({
  kind: 'read',
  document: { pages: page, blocks: [{ kind: 'paragraph', text: words, page }] },
});
const tooHard = { kind: 'refused', problem: 'too-hard' };

describe('the document reader', () => {
  const reader = documentReader({ inTurn: turnstile(2, 8) });
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  let connections = 0;
  let address = '';

  beforeAll(async () => {
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const bound = listener.address();
    address = `http://127.0.0.1:${bound && typeof bound === 'object' ? bound.port : 0}/`;
  });
  afterAll(() => {
    listener.close();
  });

  it('reads, and refuses, from whichever folder the product was started', async () => {
    const before = process.cwd();
    process.chdir('/');
    try {
      const sent = [pdfOf([[words]]), docxOf([{ paragraph: words }]), pdfOf([[words]], { password: 'x' })];
      expect(await Promise.all(sent.map(reader.read))).toEqual([
        read(1),
        read(null),
        { kind: 'refused', problem: 'encrypted' },
      ]);
    } finally {
      process.chdir(before);
    }
  });

  it('connects to nothing that a document names', async () => {
    const action = (kind: string) =>
      `<</S/${kind}/JS(app.launchURL\\("${address}"\\))/URI(${address})/F(${address})>>`;
    const calling = pdfOf([[words]], {
      catalog: `/OpenAction ${action('JavaScript')}/AA<</WC ${action('URI')}>>/Names<</JavaScript<</Names[(a)${action('JavaScript')}]>>>>`,
      objects: {
        3: `<</Type/Font/Subtype/TrueType/BaseFont/Arial/Encoding/WinAnsiEncoding/FontDescriptor<</Type/FontDescriptor/FontName/Arial/FontFile2<</FS/URL/F(${address})>>>>>>`,
      },
    });
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const outside = (id: string, kind: string) =>
      `<Relationship Id="${id}" Type="${type}/${kind}" Target="${address}" TargetMode="External"/>`;
    const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId8"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const linking = zipOf({
      ...docxParts(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>${picture}`),
      'word/_rels/document.xml.rels': relationships(
        outside('rId8', 'image') + outside('rId9', 'attachedTemplate') + outside('rId7', 'styles'),
      ),
    });
    const answers = await Promise.all([reader.read(calling), reader.read(linking)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['read', 'read']);
    expect(connections).toBe(0);
    // That nobody called is worth something only because a call is heard.
    await fetch(address).catch(() => null);
    expect(connections).toBeGreaterThan(0);
  });

  it('gives up on what fills the memory, and its own stays flat', async () => {
    const bomb = bombOf(1_000);
    const inflating = pdfOf([[words]], {
      objects: {
        6: `<</Filter/FlateDecode/Length ${bomb.length}>>stream\n${bomb.toString('latin1')}\nendstream`,
      },
    });
    const bounded = documentReader({ inTurn: turnstile(2, 8), memoryBytes: 200 * 1024 * 1024 });
    const watch = peak();
    expect(await bounded.read(inflating)).toEqual(tooHard);
    expect(watch.grownBy()).toBeLessThan(40 * 1024 * 1024);
  });

  it('gives up on what takes too long', async () => {
    const hurried = documentReader({ inTurn: turnstile(2, 8), timeMs: 50 });
    expect(await hurried.read(pdfOf([[words]]))).toEqual(tooHard);
  });

  it('asks no process about what is too large or of the wrong type', async () => {
    const alone = documentReader({ inTurn: () => Promise.reject(new Error('nothing to do in turn')) });
    const large = Buffer.alloc(documentLimits.bytes + 1);
    large.write('%PDF-');
    expect(await alone.read(large)).toEqual({ kind: 'refused', problem: 'too-long' });
    expect(await alone.read(Buffer.from('MZ'))).toEqual({ kind: 'refused', problem: 'wrong-type' });
  });
});

// Helpers

/** So many megabytes of spaces, each packed to a kilobyte. */
const bombOf = (megabytes: number): Buffer => {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: megabytes }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0]), Buffer.alloc(4)]);
};

const peak = () => {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  return {
    grownBy: () => {
      clearInterval(look);
      return most - before;
    },
  };
};
