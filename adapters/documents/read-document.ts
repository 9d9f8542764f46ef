import { documentLimits } from '#core/domain/document.ts';
import type { Block } from '#core/domain/passage.ts';
import type { DocumentReader, ReadDocument } from '#core/ports/document-reader.ts';
import { alsoPdf, alsoZip, containerOf, holdsEncryptedPackage } from './container.ts';
import { Unreadable } from './unreadable.ts';
import { openZip } from './zip.ts';

export type Answer = Awaited<ReturnType<DocumentReader['read']>>;

/** Reads in this very process: what is made to do harm can fill its memory or keep it busy for ever. */
export const readDocument = async (bytes: Buffer): Promise<Answer> => {
  try {
    const document = await read(bytes);
    const characters = document.blocks.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > documentLimits.characters) throw new Unreadable('too-long');
    if (document.blocks.length === 0) throw new Unreadable('no-text');
    return { kind: 'read', document };
  } catch (error) {
    return { kind: 'refused', problem: problemOf(error) };
  }
};

/** Of the two libraries only the one that is needed is loaded: they take longer to load than most documents to read. */
const read = async (bytes: Buffer): Promise<ReadDocument> => {
  switch (containerOf(bytes)) {
    case 'pdf':
      if (alsoZip(bytes)) throw new Unreadable('corrupt');
      return await (await import('./pdf.ts')).readPdf(bytes);
    case 'zip':
      return { pages: null, blocks: await readZip(bytes) };
    case 'ole':
      throw new Unreadable(holdsEncryptedPackage(bytes) ? 'encrypted' : 'wrong-type');
    default:
      throw new Unreadable('wrong-type');
  }
};

const readZip = async (bytes: Buffer): Promise<readonly Block[]> => {
  const archive = openZip(bytes);
  if (alsoPdf(bytes)) throw new Unreadable('corrupt');
  if (!archive.has('[Content_Types].xml') || !archive.has('word/document.xml'))
    throw new Unreadable('wrong-type');
  return (await import('./docx.ts')).readDocx(archive);
};

/** What the libraries throw at damage has no common shape; only running out of stack or memory is told apart. */
const problemOf = (error: unknown) => {
  if (error instanceof Unreadable) return error.problem;
  const spent = error instanceof RangeError && /call stack|allocation|string length/i.test(error.message);
  return spent ? 'too-hard' : 'corrupt';
};
