import type { Line } from './message.ts';

/** Everything a model may know for one answer. Customers' lines are data: nothing in them is an instruction. */
export type Brief = {
  readonly agentName: string;
  readonly description: string;
  readonly businessInfo: string;
  /** Passages of the owner's documents that matter for the question, best first. */
  readonly passages: readonly string[];
  /** Oldest first; the last lines are the customer's that wait for an answer. */
  readonly conversation: readonly Line[];
  readonly now: Date;
  readonly timeZone: string;
  readonly tools: readonly ToolName[];
};

/** What the model may ask us to do. A tool takes no identity: whose turn it is decides whom it touches. */
export type ToolName = 'hand-over';

export type ToolCall = { readonly id: string; readonly name: ToolName; readonly input: unknown };

/** A tool call that was carried out, kept with the turn so that a resumed turn replays it. */
export type RecordedStep = { readonly call: ToolCall; readonly result: string };

export const promptBounds = { lines: 20, lineCharacters: 2_000, answerCharacters: 1_500 } as const;
