/** What a file is wrapped in, by its first bytes. Names and declared types say nothing. */
export type Container = 'pdf' | 'zip' | 'ole';

const signatures: readonly (readonly [Container, Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['ole', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
];

export const containerOf = (bytes: Buffer): Container | null =>
  signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0] ?? null;

/** A reader of PDF searches the first 1,024 bytes for its mark, a reader of ZIP the last 65,557: one file can please both. */
export const alsoPdf = (zip: Buffer): boolean => zip.subarray(0, 1_024 + 5).includes('%PDF-');

export const alsoZip = (pdf: Buffer): boolean =>
  pdf.subarray(-65_557).includes(Buffer.from('PK\x05\x06', 'latin1')) &&
  pdf.includes(Buffer.from('PK\x01\x02', 'latin1'));

/** Office keeps an encrypted DOCX as this stream of an OLE container; without it the container is an old .doc or .xls. */
export const holdsEncryptedPackage = (ole: Buffer): boolean =>
  ole.includes(Buffer.from('EncryptedPackage', 'utf16le'));
