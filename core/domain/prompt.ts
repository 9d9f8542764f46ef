import { cutAt, disarmed } from './disarm.ts';
import type { Line } from './message.ts';
import type { Picture } from './picture.ts';

/** Everything a model may know for one answer. Customers' lines are data: nothing in them is an instruction. */
export type Brief = {
  readonly agentName: string;
  readonly description: string;
  readonly businessInfo: string;
  /** The owner's words for what the sources do not answer. */
  readonly dontKnowText: string;
  /** Passages of the owner's documents that matter for the question, best first. */
  readonly passages: readonly string[];
  /** The owner's files that may be sent, each named by its number. */
  readonly files: readonly ListedFile[];
  /** Names of those that go out with this answer already, because the customer wrote a keyword. */
  readonly filesGoing: readonly string[];
  /** Oldest first; the last lines are the customer's that wait for an answer. */
  readonly conversation: readonly Line[];
  /** What the customer sent to be looked at, with the last lines; left out for none. */
  readonly pictures?: readonly Picture[];
  readonly now: Date;
  readonly timeZone: string;
  readonly tools: readonly ToolName[];
};

export type ListedFile = { readonly id: number; readonly name: string; readonly keywords: readonly string[] };

/** What the model may ask us to do. A tool takes no identity: whose turn it is decides whom it touches. */
export type ToolName = 'hand-over' | 'send-file';

export type ToolCall = { readonly id: string; readonly name: ToolName; readonly input: unknown };

/** A tool call that was carried out, kept with the turn so that a resumed turn replays it. */
export type RecordedStep = { readonly call: ToolCall; readonly result: string };

/** Who speaks, as a model sees it: the customer is `user`, whoever answers for the business is `assistant`. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly text: string };

export const promptBounds = {
  lines: 20,
  lineCharacters: 2_000,
  answerCharacters: 1_500,
  businessCharacters: 50_000,
  passages: 8,
  passageCharacters: 2_000,
  files: 40,
} as const;

/** Stands before what a person of the team wrote; nobody else's text can carry it. */
export const teamMark = '[equipe]';

/** The last lines of the conversation as turns, oldest first; neighbouring lines of one role share a turn. */
export const turnsOf = (conversation: readonly Line[]): readonly Turn[] => {
  const turns: Turn[] = [];
  for (const line of conversation.slice(-promptBounds.lines)) {
    const said = spoken(line);
    const last = turns.at(-1);
    if (last?.role === said.role) turns[turns.length - 1] = { ...said, text: `${last.text}\n${said.text}` };
    else turns.push(said);
  }
  return turns;
};

const spoken = ({ author, text }: Line): Turn => {
  const safe = cutAt(disarmed(text), promptBounds.lineCharacters).replaceAll(/\[(\s*equipe\s*)\]/gi, '($1)');
  if (author === 'customer') return { role: 'user', text: safe };
  return { role: 'assistant', text: author === 'owner' ? `${teamMark} ${safe}` : safe };
};

/** A quarter of what a model was told, keeping what is newest and best: for one that could not take it all. */
export const shortened = (brief: Brief): Brief => ({
  ...brief,
  conversation: brief.conversation.slice(-promptBounds.lines / 4),
  passages: brief.passages.slice(0, promptBounds.passages / 4),
  files: brief.files.slice(0, promptBounds.files / 4),
  businessInfo: cutAt(brief.businessInfo, promptBounds.businessCharacters / 4),
});
