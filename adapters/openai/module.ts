import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Clock } from '#core/ports/clock.ts';
import type { Ports } from '#core/ports/index.ts';
import type { OpenAiConfig } from './language-model.ts';
import { openaiLanguageModel } from './language-model.ts';

export const openai = (config: Omit<OpenAiConfig, 'clock'>): TypedContainerModule<Ports> =>
  new TypedContainerModule<Ports>(({ bind }) => {
    bind('languageModel').toResolvedValue(
      (clock: Clock) => openaiLanguageModel({ ...config, clock }),
      ['clock'],
    );
  });
