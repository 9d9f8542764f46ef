import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Clock } from '#core/ports/clock.ts';
import type { Ports } from '#core/ports/index.ts';
import { openaiEmbedder } from './embedder.ts';
import type { OpenAiConfig } from './language-model.ts';
import { openaiLanguageModel } from './language-model.ts';
import { openaiTranscriber } from './transcriber.ts';

type Config = Omit<OpenAiConfig, 'clock'> & {
  /** Null for no embedder. */
  readonly embeddingModel?: string | null;
  readonly transcriptionModel?: string | null;
};

export const openai = (config: Config): TypedContainerModule<Ports> =>
  new TypedContainerModule<Ports>(({ bind }) => {
    const { embeddingModel } = config;
    bind('embedder').toConstantValue(embeddingModel ? openaiEmbedder({ ...config, embeddingModel }) : null);
    bind('languageModel').toResolvedValue(
      (clock: Clock) => openaiLanguageModel({ ...config, clock }),
      ['clock'],
    );
    bind('transcriber').toResolvedValue((clock: Clock) => openaiTranscriber({ ...config, clock }), ['clock']);
  });
