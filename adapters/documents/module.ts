import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Ports } from '#core/ports/index.ts';
import { type DocumentReaderOptions, documentReader } from './document-reader.ts';

export const documents = (options: DocumentReaderOptions) =>
  new TypedContainerModule<Ports>(({ bind }) => {
    bind('documentReader').toConstantValue(documentReader(options));
  });
