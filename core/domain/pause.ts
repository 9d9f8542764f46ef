import { after, hour, minutesAfter } from './time.ts';

/** Who silenced the agent: the owner's list, the owner's `/stop`, the owner's writing, or the loop breaker. */
export type PauseOrigin = 'list' | 'command' | 'human' | 'robot';

/** The agent's silence towards one contact. Without an end it lasts until somebody ends it. */
export type Pause = {
  readonly id: number;
  readonly agentId: number;
  readonly contactId: number;
  readonly customerPhone: string | null;
  readonly origin: PauseOrigin;
  readonly pausedAt: Date;
  readonly expiresAt: Date | null;
};

/** A timed pause silences until, but not at, its end. */
export const silences = (now: Date, { expiresAt }: Pick<Pause, 'expiresAt'>): boolean =>
  expiresAt === null || now < expiresAt;

/** When the pause that an owner's message starts is over, or null when the agent is told never to pause. */
export const humanPauseEnd = (writtenAt: Date, humanPauseMinutes: number): Date | null =>
  humanPauseMinutes === 0 ? null : minutesAfter(writtenAt, humanPauseMinutes);

/** A loop is given an hour to die down (contract §6). */
export const robotPauseEnd = (now: Date): Date => after(now, hour);

export type OwnerCommand = 'stop' | 'start';

/** Exactly `/stop` or `/start`; blanks around and capitals are forgiven, as phones put them there. */
export const ownerCommand = (text: string): OwnerCommand | null => {
  const typed = text.trim().toLowerCase();
  if (typed === '/stop') return 'stop';
  return typed === '/start' ? 'start' : null;
};
