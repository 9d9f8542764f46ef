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
