import type OpenAI from 'openai';
import { systemText, toolTexts } from '#core/domain/prompt.pt-br.ts';
import type { Brief, RecordedStep, ToolName } from '#core/domain/prompt.ts';
import { turnsOf } from '#core/domain/prompt.ts';
import { reasoningOf } from './models.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;
type Request = Omit<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming, 'stream'>;

/** Which field bounds the answer: servers of other makers may know only the older one. */
export type TokenField = 'max_completion_tokens' | 'max_tokens';

export const wireNames: Readonly<Record<ToolName, string>> = {
  'hand-over': 'hand_over',
  'send-file': 'send_file',
};

/** What is asked of a model: rules, conversation, and this turn's tool calls with what came of them. */
export const requestFor = (
  model: string,
  answer: { readonly tokens: number; readonly field: TokenField },
  brief: Brief,
  steps: readonly RecordedStep[],
): Request => ({
  model,
  [answer.field]: answer.tokens,
  ...reasoningOf(model),
  messages: [
    { role: 'system', content: systemText(brief) },
    ...turnsOf(brief.conversation).map(({ role, text }): Message => ({ role, content: text })),
    ...steps.flatMap(replayed),
  ],
  ...toolsFor(brief.tools, steps),
});

const replayed = ({ call, result }: RecordedStep): readonly Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: call.id,
        type: 'function',
        function: { name: wireNames[call.name], arguments: JSON.stringify(call.input ?? {}) },
      },
    ],
  },
  { role: 'tool', tool_call_id: call.id, content: result },
];

/** A conversation is handed over once: after that the model can only speak. */
const toolsFor = (names: readonly ToolName[], steps: readonly RecordedStep[]): Partial<Request> => {
  if (names.length === 0) return {};
  const used = new Set(steps.map(({ call }) => call.name));
  return { tools: names.map(toolFor), tool_choice: names.every((name) => used.has(name)) ? 'none' : 'auto' };
};

const toolFor = (name: ToolName): OpenAI.Chat.ChatCompletionFunctionTool => ({
  type: 'function',
  function: {
    name: wireNames[name],
    description: toolTexts[name].description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(toolTexts[name].input).map(([field, description]) => [
          field,
          { type: 'string', description },
        ]),
      ),
      required: Object.keys(toolTexts[name].input),
      additionalProperties: false,
    },
  },
});
