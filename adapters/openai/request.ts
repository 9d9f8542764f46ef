import type OpenAI from 'openai';
import type { Picture } from '#core/domain/picture.ts';
import { systemText, toolTexts } from '#core/domain/prompt.pt-br.ts';
import type { Brief, RecordedStep, ToolName, Turn } from '#core/domain/prompt.ts';
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
    ...shownWith(brief.pictures ?? [], turnsOf(brief.conversation).map(messageOf)),
    ...steps.flatMap(replayed),
  ],
  ...toolsFor(brief.tools, steps),
});

const messageOf = ({ role, text }: Turn): Message => ({ role, content: text });

/** Pictures go with the customer's last words. */
const shownWith = (pictures: readonly Picture[], messages: readonly Message[]): readonly Message[] => {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (pictures.length === 0 || last === -1) return messages;
  const text = String(messages[last]?.content);
  return messages.with(last, { role: 'user', content: [{ type: 'text', text }, ...pictures.map(pictureOf)] });
};

const pictureOf = ({ type, bytes }: Picture): OpenAI.Chat.ChatCompletionContentPart => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` },
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
