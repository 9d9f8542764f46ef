import type { Brief, RecordedStep, ToolCall } from '#core/domain/prompt.ts';
import type { FileOfTurn, OpenTurn } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import { filesSentBy, resultOfSending } from './send-files.ts';

export type Thought =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly handedOver: boolean;
      readonly files: readonly FileOfTurn[];
    }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'fenced' };

const mostSteps = 4;

/**
 * Asks the model until it answers in words. What a tool did is written down with the turn before the model hears of
 * it: a turn that is resumed goes on from there instead of doing it again.
 */
export const think = async (
  { clock, conversations, languageModel }: Pick<Ports, 'clock' | 'conversations' | 'languageModel'>,
  turn: OpenTurn,
  brief: Brief,
  going: readonly FileOfTurn[],
): Promise<Thought> => {
  const steps: RecordedStep[] = [...turn.steps];
  let offered = brief;
  for (;;) {
    const reply = await languageModel.reply(offered, steps);
    if (reply.kind === 'text')
      return {
        kind: 'answer',
        text: reply.text,
        handedOver: steps.some(isHandOver),
        files: filesSentBy(steps, turn, going),
      };
    if (reply.kind === 'unavailable') return reply;
    const stuck = reply.kind === 'refused' || steps.length + reply.calls.length > mostSteps;
    if (stuck && offered.tools.length === 0) {
      return { kind: 'failed', why: reply.kind === 'refused' ? reply.why : 'only calls tools' };
    }
    if (stuck) {
      // What is refused may be the pictures: without them it can still answer the words.
      offered = { ...offered, tools: [], ...(reply.kind === 'refused' && { pictures: [] }) };
      continue;
    }
    for (const call of reply.kind === 'calls' ? reply.calls : []) {
      const sending = filesSentBy(steps, turn, going);
      const step = { call, result: resultOf(call, turn, sending, clock.now()) };
      if (!(await conversations.recordStep(turn, steps.length, step))) return { kind: 'fenced' };
      steps.push(step);
    }
  }
};

const isHandOver = ({ call }: RecordedStep): boolean => call.name === 'hand-over';

/** No tool has an effect of its own: the turn's end tells the owner and queues the files, so that it happens once. */
const resultOf = (call: ToolCall, turn: OpenTurn, sending: readonly FileOfTurn[], now: Date): string => {
  switch (call.name) {
    case 'hand-over':
      return 'A equipe foi avisada e vai responder por aqui. Diga isso ao cliente em uma frase.';
    case 'send-file':
      return resultOfSending(call, turn, sending, now);
  }
};
