import type { ModelReply } from '#core/ports/language-model.ts';

/** `sick` counts against the model; `tooLong` may go well with less to read. */
export type Trouble = { readonly reply: ModelReply; readonly sick: boolean; readonly tooLong: boolean };

/** Those parts of the SDK's errors that are read. Their messages quote what was sent, so they stay unread. */
type Thrown = {
  readonly name?: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly headers?: { get(name: string): string | null | undefined };
};

/** What an error means. None of its text goes further: it may hold the key or a customer's words. */
export const troubleOf = (error: unknown, now: Date): Trouble => {
  const { name, status, code, headers } = (error ?? {}) as Thrown;
  if (code === 'content_filter') return refused('content-filter');
  if (code === 'context_length_exceeded' || status === 413)
    return { ...refused('context-length'), tooLong: true };
  if (status === undefined) return withoutStatus(name);
  const retryAfterSeconds = secondsToWait(headers, now);
  if (status === 429) return unavailable(false, retryAfterSeconds);
  if (status >= 500 || status === 408 || status === 409) return unavailable(true, retryAfterSeconds);
  return refused(`http-${status}`);
};

/** A connection that failed or broke, a time-out, an error in a stream; or an answer that could not be read. */
const withoutStatus = (name: string | undefined): Trouble => {
  if (name === 'SyntaxError') return refused('garbage');
  return name === 'TypeError' ? refused('unexpected') : unavailable(true, null);
};

const refused = (why: string): Trouble => ({ reply: { kind: 'refused', why }, sick: false, tooLong: false });

export const unavailable = (sick: boolean, retryAfterSeconds: number | null): Trouble => ({
  reply: { kind: 'unavailable', retryAfterSeconds },
  sick,
  tooLong: false,
});

const longestWaitSeconds = 3_600;

/** Seconds, milliseconds in the header of OpenAI's own, or a date. */
const secondsToWait = (headers: Thrown['headers'], now: Date): number | null => {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  const after = headers?.get('retry-after') ?? '';
  const seconds = /^\s*\d/.test(after)
    ? Number.parseFloat(after)
    : (new Date(after).getTime() - now.getTime()) / 1_000;
  const wait = Number.isNaN(milliseconds) ? seconds : milliseconds / 1_000;
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 0), longestWaitSeconds) : null;
};
