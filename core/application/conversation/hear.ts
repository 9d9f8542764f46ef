import { type CustomerMessage, messageBounds } from '#core/domain/message.ts';
import { sameTextCount } from '#core/domain/same-text.ts';
import { monthOf } from '#core/domain/time.ts';
import { opusSeconds, voiceBounds, voiceTypeOf } from '#core/domain/voice.ts';
import type { OpenTurn } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { FetchedMedia } from '#core/ports/media-source.ts';
import type { Transcription } from '#core/ports/transcriber.ts';
import type { WaitingMedia } from '#core/ports/voice-store.ts';

/** What became of a turn's voice messages; the turn as it is then, with the transcripts for texts. */
export type Hearing =
  | { readonly kind: 'heard'; readonly turn: OpenTurn }
  /** Some of them may be heard later. */
  | { readonly kind: 'later'; readonly turn: OpenTurn; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'fenced' };

export type HearingNeeds = Pick<Ports, 'clock' | 'mediaSource' | 'transcriber' | 'voices' | 'voiceShelf'>;

/**
 * Hears the turn's voice messages one after the other, as far as the month's allowance goes. Each ends for itself and
 * for good, so that a turn that is taken up again neither pays nor counts twice.
 */
export const hear = async (ports: HearingNeeds, turn: OpenTurn): Promise<Hearing> => {
  let messages = turn.messages;
  let later: { readonly retryAfterSeconds: number | null } | null = null;
  for (const voice of await ports.voices.waitingIn(turn)) {
    const tried = await countAndHear(ports, turn, voice);
    if (tried.kind === 'fenced') return tried;
    if (tried.kind === 'limit') break;
    if (tried.kind === 'unavailable') later = tried;
    if (tried.kind === 'ended') messages = messages.map((one) => withEnd(one, voice.messageId, tried));
  }
  const heard = {
    ...turn,
    messages,
    sameTextCount: sameTextCount(messages, turn.history, ports.clock.now()),
  };
  return later
    ? { kind: 'later', turn: heard, retryAfterSeconds: later.retryAfterSeconds }
    : { kind: 'heard', turn: heard };
};

type Ended = { readonly kind: 'ended'; readonly text: string | null; readonly seconds: number | null };
type Tried =
  | Ended
  | { readonly kind: 'fenced' }
  | { readonly kind: 'limit' }
  | Extract<Transcription, { kind: 'unavailable' }>;

const withEnd = (message: CustomerMessage, id: number, { text, seconds }: Ended): CustomerMessage =>
  message.id === id ? { ...message, text, audioSeconds: seconds ?? message.audioSeconds } : message;

const countAndHear = async (ports: HearingNeeds, turn: OpenTurn, voice: WaitingMedia): Promise<Tried> => {
  const { clock, voices } = ports;
  const { accountId } = turn.claim;
  const month = monthOf(turn.timeZone, clock.now());
  const limit = audioLimitOf(turn);
  const counted = await voices.count(turn, voice.messageId, month, limit);
  if (counted !== 'counted') return { kind: counted };

  const fetched = await fetchVoice(ports, voice);
  if (fetched === null) return giveBack(ports, accountId, voice, null);
  if (fetched.kind !== 'fetched') return refuse(ports, accountId, voice, null);
  const seconds = opusSeconds(fetched.bytes);
  if (seconds !== null && seconds > messageBounds.audioMinutes * 60)
    return refuse(ports, accountId, voice, seconds);

  const said = (await ports.transcriber?.transcribe(fetched.bytes, {
    mimeType: voiceTypeOf(fetched.bytes),
    language: spokenLanguage,
  })) ?? { kind: 'refused', why: 'nobody hears' };
  if (said.kind === 'unavailable') return giveBack(ports, accountId, voice, said.retryAfterSeconds);
  if (said.kind === 'refused') return refuse(ports, accountId, voice, null);
  const fileKey = `${accountId}/${turn.agent.id}/voice-${voice.messageId}`;
  const heard = { transcript: said.text, fileKey };
  await voices.keepTranscript(accountId, voice.messageId, heard, clock.now());
  // To hear it again is a comfort: whatever goes wrong with that, the customer gets an answer.
  await putFile(ports, accountId, voice.messageId, fileKey, fetched.bytes).catch(() => undefined);
  return { kind: 'ended', text: said.text, seconds: null };
};

const spokenLanguage = 'pt';

/** Of a plan without voice messages nothing is counted at all; null: without limit. */
export const audioLimitOf = ({ subscription }: OpenTurn): number | null =>
  subscription ? subscription.plan.audiosPerMonth : 0;

/** Null when the network cannot be reached for now. */
const fetchVoice = (
  { mediaSource }: HearingNeeds,
  { media, session }: WaitingMedia,
): Promise<FetchedMedia | null> => mediaSource.fetch(session, media.ref, voiceBounds.bytes).catch(() => null);

const giveBack = async (
  { voices }: HearingNeeds,
  accountId: number,
  { messageId }: WaitingMedia,
  retryAfterSeconds: number | null,
): Promise<Tried> => {
  await voices.giveBack(accountId, messageId);
  return { kind: 'unavailable', retryAfterSeconds };
};

const refuse = async (
  { clock, voices }: HearingNeeds,
  accountId: number,
  { messageId }: WaitingMedia,
  seconds: number | null,
): Promise<Tried> => {
  await voices.refuse(accountId, messageId, seconds, clock.now());
  return { kind: 'ended', text: null, seconds };
};

/** An agent that was deleted meanwhile had the file taken away before it came. */
const putFile = async (
  { voices, voiceShelf }: HearingNeeds,
  accountId: number,
  messageId: number,
  key: string,
  bytes: Uint8Array,
): Promise<void> => {
  await voiceShelf.put(key, bytes, voiceTypeOf(bytes));
  if ((await voices.fileOf(accountId, messageId)) !== key) await voiceShelf.remove([key]);
};
