import type OpenAI from 'openai';
import type { Brief, RecordedStep } from '#core/domain/prompt.ts';
import { shortened } from '#core/domain/prompt.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { LanguageModel, ModelReply } from '#core/ports/language-model.ts';
import { admit, afterFailure, closedBreaker } from './breaker.ts';
import { connect } from './client.ts';
import { chatModelFor } from './models.ts';
import type { TokenField } from './request.ts';
import { requestFor } from './request.ts';
import { replyOf, saidIn, saidInParts } from './said.ts';
import type { Trouble } from './trouble.ts';
import { troubleOf, unavailable } from './trouble.ts';

export type OpenAiConfig = {
  readonly apiKey: string;
  /** Any OpenAI-compatible server; OpenAI's own where nothing is given. */
  readonly baseUrl?: string | null;
  readonly chatModel?: string | null;
  /** Asked where there are pictures to look at; without one none are taken. */
  readonly visionModel?: string | null;
  readonly tokenField?: TokenField;
  readonly clock?: Clock;
  readonly limits?: Partial<OpenAiLimits>;
};

export type OpenAiLimits = {
  readonly connectMs: number;
  /** From the question to the last word, whatever happens in between. */
  readonly totalMs: number;
  readonly answerTokens: number;
  readonly sockets: number;
  readonly responseCharacters: number;
};

export const usualLimits: OpenAiLimits = {
  connectMs: 5_000,
  totalMs: 25_000,
  answerTokens: 500,
  sockets: 64,
  responseCharacters: 1_000_000,
};

/** A model behind OpenAI's chat completions. The SDK is loaded with the first question: it weighs 35 MB. */
export const openaiLanguageModel = (config: OpenAiConfig): LanguageModel => {
  const limits = { ...usualLimits, ...config.limits };
  const clock = config.clock ?? { now: () => new Date() };
  const model = chatModelFor(config.chatModel);
  const visionModel = config.visionModel || model;
  const answer = { tokens: limits.answerTokens, field: config.tokenField ?? 'max_completion_tokens' };
  let client: Promise<OpenAI> | undefined;
  let breaker = closedBreaker;

  const once = async (ask: Ask): Promise<Trouble> => {
    try {
      client ??= connect(config, limits);
      const asked = ask.brief.pictures?.length ? visionModel : model;
      return settled(await say(await client, requestFor(asked, answer, ask.brief, ask.steps), ask));
    } catch (error) {
      return ask.signal.aborted ? unavailable(true, null) : troubleOf(error, clock.now());
    }
  };

  return {
    sees: Boolean(config.visionModel),
    reply: async (brief, steps, onText) => {
      const admission = admit(breaker, clock.now().getTime());
      if (!admission.admitted) {
        return { kind: 'unavailable', retryAfterSeconds: Math.ceil(admission.waitMs / 1_000) };
      }
      breaker = admission.breaker;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), limits.totalMs);
      const ask = { brief, steps, onText, signal: deadline.signal };
      const first = await once(ask);
      const last = first.tooLong ? await once({ ...ask, brief: shortened(brief) }) : first;
      clearTimeout(timer);
      breaker = last.sick ? afterFailure(breaker, clock.now().getTime()) : closedBreaker;
      return last.reply;
    },
  };
};

type Ask = {
  readonly brief: Brief;
  readonly steps: readonly RecordedStep[];
  readonly onText: ((part: string) => void) | undefined;
  readonly signal: AbortSignal;
};

const settled = (reply: ModelReply): Trouble => ({
  reply,
  sick: reply.kind === 'unavailable',
  tooLong: false,
});

/**
 * The SDK's own time-out ends with the headers of a stream, and a stream that is aborted ends without an error:
 * the signal bounds both, and is asked again when the stream has ended.
 */
const say = async (
  client: OpenAI,
  request: ReturnType<typeof requestFor>,
  { brief, onText, signal }: Ask,
): Promise<ModelReply> => {
  if (!onText) {
    const said = saidIn(await client.chat.completions.create(request, { signal }));
    return said ? replyOf(said, brief.tools) : { kind: 'refused', why: 'garbage' };
  }
  const stream = await client.chat.completions.create({ ...request, stream: true }, { signal });
  const said = await saidInParts(stream, onText);
  const whole = said.finish !== null && !signal.aborted;
  return whole ? replyOf(said, brief.tools) : { kind: 'unavailable', retryAfterSeconds: null };
};
