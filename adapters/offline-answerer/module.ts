import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Ports } from '#core/ports/index.ts';
import { offlineAnswerer as answerer } from './offline-answerer.ts';

export const offlineAnswerer = new TypedContainerModule<Ports>(({ bind }) => {
  bind('embedder').toConstantValue(null);
  bind('languageModel').toConstantValue(answerer());
  bind('transcriber').toConstantValue(null);
});
