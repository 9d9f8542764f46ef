import type OpenAI from 'openai';
import { messageBounds } from '#core/domain/message.ts';
import { clean, cut } from '#core/domain/text.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Transcriber, Transcription } from '#core/ports/transcriber.ts';
import { connect } from './client.ts';
import { defaultModels } from './models.ts';
import { troubleOf } from './trouble.ts';

export type TranscriberConfig = {
  readonly apiKey: string;
  readonly baseUrl?: string | null;
  readonly transcriptionModel?: string | null;
  readonly clock?: Clock;
  readonly limits?: Partial<typeof usualLimits>;
};

const usualLimits = { connectMs: 5_000, totalMs: 50_000, sockets: 8, responseCharacters: 1_000_000 };

/** What OpenAI hears in a voice message, or any server that speaks the same. */
export const openaiTranscriber = (config: TranscriberConfig): Transcriber => {
  const limits = { ...usualLimits, ...config.limits };
  const clock = config.clock ?? { now: () => new Date() };
  const model = config.transcriptionModel || defaultModels.transcription;
  let client: Promise<OpenAI> | undefined;

  return {
    transcribe: async (audio, { mimeType, language }): Promise<Transcription> => {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), limits.totalMs);
      try {
        client ??= connect(config, limits);
        const said: unknown = await (await client).audio.transcriptions.create(
          { file: fileOf(audio, mimeType), model, response_format: 'json', ...hintOf(model, language) },
          { signal: deadline.signal },
        );
        return transcriptionOf(said);
      } catch (error) {
        if (deadline.signal.aborted) return { kind: 'unavailable', retryAfterSeconds: null };
        const { reply } = troubleOf(error, clock.now());
        return reply.kind === 'unavailable' || reply.kind === 'refused'
          ? reply
          : { kind: 'refused', why: 'unexpected' };
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** The newest model takes several languages and knows no other field for them. */
const hintOf = (model: string, language: string) =>
  model === 'gpt-transcribe' ? { languages: [language] } : { language };

/** The provider goes by the name's ending. */
const fileOf = (audio: Uint8Array, mimeType: string): File => {
  const type = mimeType.split(';')[0]?.trim() ?? '';
  return new File([new Uint8Array(audio)], `voz.${endings[type] ?? 'ogg'}`, { type: type || 'audio/ogg' });
};

const endings: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
};

const transcriptionOf = (said: unknown): Transcription => {
  const text = (said as { readonly text?: unknown } | null | undefined)?.text;
  if (typeof text !== 'string') return { kind: 'refused', why: 'garbage' };
  const heard = cut(clean(text), messageBounds.customerText);
  return heard === '' ? { kind: 'refused', why: 'empty' } : { kind: 'text', text: heard };
};
