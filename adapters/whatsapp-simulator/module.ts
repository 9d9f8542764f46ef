import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Ports } from '#core/ports/index.ts';
import { simulatedMediaSource } from './media.ts';
import { simulatedMessenger } from './messenger.ts';
import type { World } from './world.ts';

/** Plugs in the simulated WhatsApp. The world is made outside, since `/simulador` shows the same one. */
export const simulator = (world: World) =>
  new TypedContainerModule<Ports>(({ bind }) => {
    bind('messenger').toConstantValue(simulatedMessenger(world));
    bind('mediaSource').toConstantValue(simulatedMediaSource(world));
  });
