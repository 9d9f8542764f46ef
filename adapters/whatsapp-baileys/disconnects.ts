import { after, second } from '#core/domain/time.ts';
import type { HaltProblem } from '#core/ports/messenger.ts';

/** Why a connection ended, as Baileys says it. */
export type Disconnect = { readonly code: number | null; readonly data: unknown };

export type DisconnectFacts = {
  /** Another program has taken this session over shortly before. */
  readonly replacedBefore: boolean;
  /** Connections lost in a row before this one. */
  readonly attempt: number;
};

/** What to do about it. Keys are kept, except at the end. */
export type Verdict =
  /** WhatsApp asks for a new connection at once. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly replaced: boolean }
  | { readonly kind: 'halt'; readonly problem: HaltProblem; readonly until: Date | null }
  /** The phone knows this device no more. */
  | { readonly kind: 'end'; readonly problem: 'logged-out' };

export const waits = { shortestMs: 1_000, longestMs: 120_000, replacedMs: 30_000 } as const;

/**
 * Every disconnect gets exactly one of these, and an unknown one is a loss of the line: a wiped key costs the owner a new
 * pairing, a needless retry nothing. The numbers are WhatsApp's reasons, except where the WebSocket itself was refused: a
 * proxy's 401 is no word of WhatsApp's.
 */
export const afterDisconnect = (
  { code, data }: Disconnect,
  { replacedBefore, attempt }: DisconnectFacts,
  random: number,
  now: Date,
): Verdict => {
  switch (data instanceof Error ? null : code) {
    case 515:
      return { kind: 'restart' };
    case 401:
      return { kind: 'end', problem: 'logged-out' };
    case 402:
      return { kind: 'halt', problem: 'temporarily-banned', until: expiryIn(data, now) };
    case 403:
    case 406:
      return { kind: 'halt', problem: 'banned', until: null };
    case 405:
    case 409:
    case 411:
      return { kind: 'halt', problem: 'client-too-old', until: null };
    case 440:
      return replacedBefore
        ? { kind: 'halt', problem: 'replaced', until: null }
        : { kind: 'retry', afterMs: waits.replacedMs, replaced: true };
    default:
      return { kind: 'retry', afterMs: backoff(attempt, random), replaced: false };
  }
};

/** Doubles from try to try; half of it is chance, so that numbers lost together do not all come back at once. */
const backoff = (attempt: number, random: number): number => {
  const most = Math.min(waits.longestMs, 2 * waits.shortestMs * 2 ** Math.max(0, attempt));
  return Math.round((most / 2) * (1 + random));
};

const longestBanSeconds = 366 * 86_400;

/** The ban's `code` says what for; `expire` is how many seconds it still lasts (whatsmeow reads it so too). */
const expiryIn = (data: unknown, now: Date): Date | null => {
  const { expire } = (typeof data === 'object' && data !== null ? data : {}) as { expire?: unknown };
  const seconds = typeof expire === 'string' && /^\d{1,9}$/.test(expire) ? Number(expire) : expire;
  const known = typeof seconds === 'number' && seconds > 0 && seconds <= longestBanSeconds;
  return known ? after(now, seconds * second) : null;
};
