export type Transcription =
  /** What was said, never empty. */
  | { readonly kind: 'text'; readonly text: string }
  /** May go better later: an outage, a time-out, too many requests. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number | null }
  /** Will not go better by waiting: nothing is said in it, or the provider does not take it. */
  | { readonly kind: 'refused'; readonly why: string };

/** Whoever writes down what is said in a voice message. */
export interface Transcriber {
  /**
   * It never throws for trouble at the provider, and never takes longer than a minute. `language` is what is probably
   * spoken, as `pt`.
   */
  transcribe(
    audio: Uint8Array,
    about: { readonly mimeType: string; readonly language: string },
  ): Promise<Transcription>;
}
