import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Ports } from '#core/ports/index.ts';
import { systemClock } from './clock.ts';
import { nodeSecrets } from './secrets.ts';

/** This machine. */
export const node = () =>
  new TypedContainerModule<Ports>(({ bind }) => {
    bind('clock').toConstantValue(systemClock);
    bind('secrets').toConstantValue(nodeSecrets());
  });
