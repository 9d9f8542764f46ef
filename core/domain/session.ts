import { after, day } from './time.ts';

/** An owner's session ends so many days after its last use. */
export const sessionDays = 30;

export const sessionEnd = (now: Date): Date => after(now, sessionDays * day);
