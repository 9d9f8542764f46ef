import type { Answered } from '#adapters/http/contract/request.ts';
import type { simulator } from '#adapters/http/contract/simulator.ts';

export type SimulatedPhone = Answered<typeof simulator.phones>[number];
export type SimulatedMessage = Answered<typeof simulator.chat>[number];

/** What the last look at the simulated WhatsApp has shown. */
export type Seen = {
  readonly phones: readonly SimulatedPhone[];
  readonly chats: Answered<typeof simulator.chats>;
  readonly chat: readonly SimulatedMessage[];
};

export const nothingSeen: Seen = { phones: [], chats: [], chat: [] };
