import { crc32, deflateSync } from 'node:zlib';

/** A PNG's beginning, which says that it is so large. No picture comes after it. */
export const pngOf = (width = 1, height = 1): Buffer => {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};

/** A JPEG's beginning, with something before the frame that says how large it is. */
export const jpegOf = (width = 1, height = 1): Buffer => {
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame]);
};

/** A whole PNG, of one colour. */
export const drawnPng = (
  width: number,
  height: number,
  colour: readonly [number, number, number],
): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array(width).fill(Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array(height).fill(row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))],
  ]);
};

const chunk = (name: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
