/** Why a turn got no automatic answer, or only a fixed text (contract §6). */
export const reasons = [
  'paused',
  'human-took-over',
  'agent-offline',
  'plan-inactive',
  'audio-limit',
  'audio-too-long',
  'no-source',
  'ai-failed',
  'robot',
  'late',
  'expired',
  'poison',
] as const;

export type Reason = (typeof reasons)[number];

/** How a turn ended: exactly one for every accepted message. */
export type Outcome = 'answered' | Reason;
