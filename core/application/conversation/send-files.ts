import { matchKeyword } from '#core/domain/keyword.ts';
import { fileAgainAfterMs, filesATurn } from '#core/domain/keyword-file.ts';
import type { RecordedStep, ToolCall } from '#core/domain/prompt.ts';
import type { CustomerFacts, Step } from '#core/domain/reply.ts';
import { sentFileResults as results } from '#core/domain/sent-files.pt-br.ts';
import type { FileOfTurn, OpenTurn } from '#core/ports/conversation-store.ts';

/** What the burst asks for by a keyword, less what this contact was sent just now: the model then knows that it was. */
export const fileFacts = (turn: OpenTurn, now: Date): Pick<CustomerFacts, 'files' | 'moreThanKeyword'> => {
  const match = matchKeyword(turn.messages.flatMap(({ text }) => text ?? []).join('\n'), turn.files);
  const asked = turn.files.filter(({ id }) => match?.ids.includes(id));
  return {
    files: asked.filter((file) => !sentLately(file, now)).map(({ id }) => id),
    moreThanKeyword: match?.more ?? false,
  };
};

export const filesToSend = (turn: OpenTurn, steps: readonly Step[]): readonly FileOfTurn[] =>
  steps
    .flatMap((step) => (step.kind === 'send-files' ? step.fileIds : []))
    .flatMap((id) => turn.files.find((file) => file.id === id) ?? []);

const sentLately = ({ lastSentAt }: FileOfTurn, now: Date): boolean =>
  lastSentAt !== null && now.getTime() - lastSentAt.getTime() < fileAgainAfterMs;

/** A file of this agent's list, named by its number; the model names no other. */
const namedBy = ({ name, input }: ToolCall, turn: OpenTurn): FileOfTurn | null => {
  if (name !== 'send-file' || typeof input !== 'object' || input === null) return null;
  const number = 'number' in input ? Number(input.number) : Number.NaN;
  return turn.files.find(({ id }) => id === number) ?? null;
};

/** What the model hears of its call. Nothing leaves before the turn is closed, so that it leaves once. */
export const resultOfSending = (
  call: ToolCall,
  turn: OpenTurn,
  sending: readonly FileOfTurn[],
  now: Date,
): string => {
  const file = namedBy(call, turn);
  if (file === null) return results.unknown;
  if (sending.includes(file)) return results.already(file.name);
  if (sentLately(file, now)) return results.lately(file.name);
  return sending.length >= filesATurn ? results.enough : results.sent(file.name);
};

/** The files that these steps send, on top of those that are sent anyway. */
export const filesSentBy = (
  steps: readonly RecordedStep[],
  turn: OpenTurn,
  sending: readonly FileOfTurn[],
): readonly FileOfTurn[] => [
  ...new Set([
    ...sending,
    ...steps.flatMap(({ call, result }) => {
      const file = namedBy(call, turn);
      return file !== null && result === results.sent(file.name) ? [file] : [];
    }),
  ]),
];
