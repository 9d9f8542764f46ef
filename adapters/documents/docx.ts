import mammoth from 'mammoth';
import type { Block } from '#core/domain/passage.ts';
import { blocksOf } from './docx-blocks.ts';
import { Unreadable } from './unreadable.ts';
import type { Archive } from './zip.ts';

export const readDocx = async (archive: Archive): Promise<Block[]> => {
  const { value } = await mammoth.convertToHtml(ourArchive(archive), {
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    // Pictures are not read at all: a picture is asked for only when this calls `read`.
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  });
  return blocksOf(value.replace(wayBack, ''));
};

/** The arrow that mammoth puts behind every footnote. */
const wayBack = /<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/**
 * mammoth takes an opened archive as `file` (lib/unzip.js), which its types leave out. So every byte it sees has passed
 * our own counting, and it never unpacks anything itself.
 */
const ourArchive = (archive: Archive) => {
  const file = {
    exists: archive.has,
    read: async (name: string, encoding?: BufferEncoding) => {
      const bytes = archive.read(name);
      return encoding ? onlyWhatIsRead(bytes.toString(encoding)) : bytes;
    },
  };
  return { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
};

/** Looks and history, several marks for each word in a long table: without them its tree takes a third of the memory. */
const looks =
  /<w:(?:rFonts|szCs|sz|lang|color|kern|spacing|ind|jc|bCs|iCs|tcW|tblW|tblLook|vAlign|shd|noProof|proofErr|bookmarkStart|bookmarkEnd|lastRenderedPageBreak)(?: [^<>]*)?\/>| (?:w:rsid\w*|w14:\w+)="[^"<>]*"/g;

const onlyWhatIsRead = (xml: string): string => {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Unreadable('corrupt');
  return xml.replace(looks, '');
};
