import { folderShelf } from '#adapters/files/folder-shelf.ts';

/** A process that puts one large file again and again until it is killed. */
const [root = '', size = '0'] = process.argv.slice(2);
const shelf = await folderShelf(root);
process.send?.('ready');
while (true) await shelf.put('7/12/a', new Uint8Array(Number(size)).fill(7), 'application/pdf');
