/** Why a turn got no automatic answer, or only a fixed text. */
export type Reason =
  | 'paused'
  | 'human-took-over'
  | 'agent-offline'
  | 'plan-inactive'
  | 'audio-limit'
  | 'audio-too-long'
  | 'no-source'
  | 'ai-failed'
  | 'robot'
  | 'late'
  | 'expired'
  | 'poison';

/** How a turn ended: exactly one for every accepted message. */
export type Outcome = 'answered' | Reason;

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
] as const satisfies readonly Reason[];
