import { messageBounds } from './message.ts';
import type { Reason } from './outcome.ts';
import type { OwnerCommand, PauseOrigin } from './pause.ts';
import { ownerCommand } from './pause.ts';
import { hour } from './time.ts';

/** What is known when a message, or the burst it belongs to, is decided. Everything is loaded before. */
export type Facts =
  | { readonly from: 'elsewhere' }
  | { readonly from: 'owner'; readonly text: string | null; readonly humanPauseMinutes: number }
  | CustomerFacts;

export type CustomerFacts = {
  readonly from: 'customer';
  /** Origin of the pause in force, if there is one. */
  readonly paused: PauseOrigin | null;
  readonly agentOnline: boolean;
  readonly planActive: boolean;
  /** The owner trying the agent: works while it is offline. */
  readonly test: boolean;
  /** How long ago the newest message of the burst was written. */
  readonly ageMs: number;
  /** Replies that this contact got in the last minute. */
  readonly repliesLastMinute: number;
  /** How often this contact sent this same text in the last ten minutes, this time included. */
  readonly sameTextCount: number;
  readonly audio: AudioFacts | null;
  /** Nothing was said in words: a picture without a caption, a sticker, a voice message that was not heard. */
  readonly wordless: boolean;
  readonly files: readonly number[];
  readonly bookingServiceId: number | null;
  readonly moreThanKeyword: boolean;
};

/** The burst's voice messages that have not been heard yet. */
export type AudioFacts = {
  readonly longestSeconds: number;
  readonly canHear: boolean;
  readonly toldToday: boolean;
};

/** Texts of our own that stand in for an answer. */
export type FixedText = 'cannot-hear' | 'audio-too-long' | 'please-write';

export type Step =
  | { readonly kind: 'send-files'; readonly fileIds: readonly number[] }
  | { readonly kind: 'start-booking'; readonly serviceId: number }
  | { readonly kind: 'answer' };

export type Decision =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'obey'; readonly command: OwnerCommand }
  | { readonly kind: 'step-back'; readonly humanPauseMinutes: number }
  | { readonly kind: 'stay-silent'; readonly reason: Reason }
  | { readonly kind: 'transcribe' }
  | { readonly kind: 'say'; readonly text: FixedText; readonly reason: Reason | null }
  | { readonly kind: 'reply'; readonly steps: readonly Step[] };

/** A message under two hours old is answered; from exactly two hours on it is only listed for the owner. */
export const lateAfterMs = 2 * hour;
/** The last reply within a minute, and the last identical text within ten, that still get an answer. */
export const robotLimits = { repliesPerMinute: 5, sameTextInTenMinutes: 3 } as const;

/**
 * What a message gets: the order of contract §6, from the first rule that applies. Lateness and the robot limits come
 * after the owner's own reasons for silence and before anything that costs money.
 */
export const decideReply = (facts: Facts): Decision => {
  if (facts.from === 'elsewhere') return { kind: 'ignore' };
  if (facts.from === 'owner') return decideOwner(facts.text, facts.humanPauseMinutes);
  const reason = reasonForSilence(facts);
  if (reason) return { kind: 'stay-silent', reason };
  return decideAudio(facts) ?? decideWords(facts);
};

const decideOwner = (text: string | null, humanPauseMinutes: number): Decision => {
  const command = ownerCommand(text ?? '');
  return command ? { kind: 'obey', command } : { kind: 'step-back', humanPauseMinutes };
};

const reasonForSilence = (facts: CustomerFacts): Reason | null => {
  if (facts.paused) return facts.paused === 'robot' ? 'robot' : 'paused';
  if (!facts.agentOnline && !facts.test) return 'agent-offline';
  if (!facts.planActive) return 'plan-inactive';
  if (facts.ageMs >= lateAfterMs) return 'late';
  return isRobot(facts) ? 'robot' : null;
};

/** The sixth reply within a minute, or the answer to the fourth identical text, would feed a machine. */
export const isRobot = ({ repliesLastMinute, sameTextCount }: CustomerFacts): boolean =>
  repliesLastMinute >= robotLimits.repliesPerMinute || sameTextCount > robotLimits.sameTextInTenMinutes;

const decideAudio = ({ audio, wordless }: CustomerFacts): Decision | null => {
  if (audio === null) return null;
  if (audio.longestSeconds > messageBounds.audioMinutes * 60) {
    return { kind: 'say', text: 'audio-too-long', reason: 'audio-too-long' };
  }
  if (audio.canHear) return { kind: 'transcribe' };
  if (!wordless) return null;
  return audio.toldToday
    ? { kind: 'stay-silent', reason: 'audio-limit' }
    : { kind: 'say', text: 'cannot-hear', reason: 'audio-limit' };
};

const decideWords = (facts: CustomerFacts): Decision => {
  if (facts.wordless) return { kind: 'say', text: 'please-write', reason: null };
  const steps: Step[] = [];
  if (facts.files.length > 0) steps.push({ kind: 'send-files', fileIds: facts.files.slice(0, 3) });
  if (facts.bookingServiceId !== null)
    steps.push({ kind: 'start-booking', serviceId: facts.bookingServiceId });
  else if (steps.length === 0 || facts.moreThanKeyword) steps.push({ kind: 'answer' });
  return { kind: 'reply', steps };
};
