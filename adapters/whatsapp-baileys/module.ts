import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Timers } from '#core/application/whatsapp/timers.ts';
import type { Ports } from '#core/ports/index.ts';
import type { Network } from './connection.ts';
import type { LineEvent } from './line.ts';
import { baileysMediaSource } from './media.ts';
import { baileysMessenger } from './messenger.ts';

export type BaileysModule = {
  readonly timers: Timers;
  readonly random: () => number;
  readonly say: (event: LineEvent) => void;
  readonly network: Partial<Network>;
};

/** Plugs in WhatsApp itself. */
export const baileys = ({ timers, random, say, network }: BaileysModule) =>
  new TypedContainerModule<Ports>(({ bind }) => {
    bind('mediaSource').toConstantValue(baileysMediaSource());
    bind('messenger').toDynamicValue((plugged) =>
      baileysMessenger({
        devices: plugged.get('devices'),
        clock: plugged.get('clock'),
        timers,
        random,
        say,
        network,
      }),
    );
  });
