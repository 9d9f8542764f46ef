import type OpenAI from 'openai';
import type { ToolCall, ToolName } from '#core/domain/prompt.ts';
import { tidyAnswer } from '#core/domain/tidy-answer.ts';
import type { ModelReply } from '#core/ports/language-model.ts';
import { wireNames } from './request.ts';

type WireCall = { readonly id: string; readonly name: string; readonly input: string };

/** What came back, whole or put together from a stream. `finish` is null where the stream broke off. */
export type Said = {
  readonly text: string;
  readonly calls: readonly WireCall[];
  readonly finish: string | null;
  readonly declined: boolean;
};

const longestText = 50_000;

/** What a plain answer says, or null where it is no completion: other makers' servers send all sorts of things. */
export const saidIn = (completion: Partial<OpenAI.Chat.ChatCompletion> | string | undefined): Said | null => {
  if (typeof completion !== 'object') return null;
  const choice = completion?.choices?.[0];
  if (!choice?.message) return null;
  const { content, refusal, tool_calls: calls } = choice.message;
  return {
    text: typeof content === 'string' ? content : '',
    calls: (calls ?? []).flatMap((call, at) =>
      call.type === 'function'
        ? [{ id: call.id ?? `call_${at}`, name: call.function.name, input: call.function.arguments }]
        : [],
    ),
    finish: choice.finish_reason ?? 'stop',
    declined: Boolean(refusal),
  };
};

/** Puts a stream together, telling each part of the text as it comes. */
export const saidInParts = async (
  stream: AsyncIterable<Partial<OpenAI.Chat.ChatCompletionChunk>>,
  onText: (part: string) => void,
): Promise<Said> => {
  const calls = new Map<number, WireCall>();
  let text = '';
  let finish: string | null = null;
  let declined = false;
  for await (const chunk of stream) {
    const choice = chunk?.choices?.[0];
    if (!choice) continue;
    const { content, refusal, tool_calls: parts } = choice.delta ?? {};
    if (typeof content === 'string' && content !== '') {
      text += content;
      onText(content);
    }
    for (const part of parts ?? []) {
      const begun = calls.get(part.index);
      calls.set(part.index, {
        id: part.id ?? begun?.id ?? `call_${part.index}`,
        name: (begun?.name ?? '') + (part.function?.name ?? ''),
        input: (begun?.input ?? '') + (part.function?.arguments ?? ''),
      });
    }
    declined ||= Boolean(refusal);
    finish = choice.finish_reason ?? finish;
    if (text.length > longestText) break;
  }
  return { text, calls: [...calls.values()], finish, declined };
};

/** What the core is told. A call counts only if the brief offered its tool and its arguments are JSON. */
export const replyOf = (said: Said, offered: readonly ToolName[]): ModelReply => {
  if (said.finish === 'content_filter') return { kind: 'refused', why: 'content-filter' };
  if (said.declined) return { kind: 'refused', why: 'declined' };
  if (said.calls.length > 0) return callsOf(said.calls, offered);
  const text = tidyAnswer(said.text);
  return text === '' ? { kind: 'refused', why: 'empty' } : { kind: 'text', text };
};

const callsOf = (wire: readonly WireCall[], offered: readonly ToolName[]): ModelReply => {
  const calls: ToolCall[] = [];
  for (const { id, name, input } of wire) {
    const tool = offered.find((one) => wireNames[one] === name);
    if (!tool) return { kind: 'refused', why: 'unknown-tool' };
    const parsed = parsedInput(input);
    if (parsed === undefined) return { kind: 'refused', why: 'bad-arguments' };
    calls.push({ id, name: tool, input: parsed });
  }
  return { kind: 'calls', calls };
};

const parsedInput = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
};
