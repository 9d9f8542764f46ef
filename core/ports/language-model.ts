import type { Brief, RecordedStep, ToolCall } from '#core/domain/prompt.ts';

export type ModelReply =
  /** Ready to be sent: plain text of at most 1,500 characters, never empty. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }
  /** May go better later: an outage, a time-out, too many requests. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number | null }
  /** Will not go better by waiting: refused content, an empty answer, a request the provider does not take. */
  | { readonly kind: 'refused'; readonly why: string };

/** Whoever writes the answers. It never throws for trouble at the provider, and never takes longer than 30 seconds. */
export interface LanguageModel {
  /** It takes a brief with pictures; otherwise none may have any. */
  readonly sees?: boolean;
  /**
   * The next thing to say or to do. `steps` are this turn's tool calls so far with their results, in order;
   * a call names only tools that the brief offers, and a turn is handed over once. `onText` hears the text grow,
   * where it is said in parts, as the model says it: only the reply's own text is tidied.
   */
  reply(brief: Brief, steps: readonly RecordedStep[], onText?: (part: string) => void): Promise<ModelReply>;
}
