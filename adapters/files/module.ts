import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import type { Ports } from '#core/ports/index.ts';
import { folderShelf } from './folder-shelf.ts';
import { type FileVault, sealedShelf } from './sealed-shelf.ts';
import type { Bucket } from './storage-url.ts';

export type Storage = { readonly folder: string } | { readonly bucket: Bucket };

export const files = async (storage: Storage, voices: FileVault): Promise<TypedContainerModule<Ports>> => {
  const shelf = await openShelf(storage);
  return new TypedContainerModule<Ports>(({ bind }) => {
    bind('fileShelf').toConstantValue(shelf);
    bind('voiceShelf').toConstantValue(sealedShelf(shelf, voices));
  });
};

/** The client of S3 is a large library: it is loaded only where it is used. */
const openShelf = async (storage: Storage): Promise<FileShelf> => {
  if ('folder' in storage) return folderShelf(storage.folder);
  const { s3Shelf } = await import('./s3-shelf.ts');
  return s3Shelf(storage.bucket);
};
