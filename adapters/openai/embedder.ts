import type OpenAI from 'openai';
import type { Embedder } from '#core/ports/embedder.ts';
import type { Vector } from '#core/ports/passage-store.ts';
import { admit, afterFailure, closedBreaker } from './breaker.ts';
import { connect } from './client.ts';

export type EmbedderConfig = {
  readonly apiKey: string;
  readonly baseUrl?: string | null;
  readonly embeddingModel: string;
  readonly limits?: Partial<typeof usualLimits>;
  /** Milliseconds that only grow. */
  readonly elapsedMs?: () => number;
};

const usualLimits = {
  connectMs: 5_000,
  /** For a question, which somebody waits for; documents take what their batches take, up to `allMs`. */
  totalMs: 4_000,
  allMs: 28_000,
  sockets: 8,
  responseCharacters: 8_000_000,
  textsAtOnce: 64,
  batchesAtOnce: 4,
  textCharacters: 6_000,
};

/** Vectors of OpenAI's embeddings, or of any server that speaks the same. */
export const openaiEmbedder = (config: EmbedderConfig): Embedder => {
  const limits = { ...usualLimits, ...config.limits };
  const model = config.embeddingModel;
  const elapsedMs = config.elapsedMs ?? (() => performance.now());
  let breaker = closedBreaker;
  let client: Promise<OpenAI> | undefined;

  const valuesOf = async (texts: readonly string[], signal: AbortSignal): Promise<readonly Vector[]> => {
    client ??= connect(config, { ...limits, totalMs: limits.allMs });
    const input = texts.map((text) => text.slice(0, limits.textCharacters).toWellFormed().trim() || '-');
    const { data } = await (await client).embeddings.create({ model, input }, { signal });
    const inOrder = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    const dimensions = inOrder[0]?.length ?? 0;
    const sound = inOrder.every(
      (values) => values.length === dimensions && Array.from(values).every(Number.isFinite),
    );
    if (inOrder.length !== texts.length || dimensions === 0 || !sound)
      throw new Error('not what was asked for');
    return inOrder.map((values) => ({ model, values: Array.from(values) }));
  };

  return {
    embed: async (texts) => {
      const admission = admit(breaker, elapsedMs());
      if (!admission.admitted) return null;
      breaker = admission.breaker;
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), texts.length > 1 ? limits.allMs : limits.totalMs);
      try {
        const vectors: Vector[] = [];
        const atOnce = limits.textsAtOnce * limits.batchesAtOnce;
        for (let at = 0; at < texts.length; at += atOnce) {
          const batches = batchesOf(texts.slice(at, at + atOnce), limits.textsAtOnce);
          const made = await Promise.all(batches.map((batch) => valuesOf(batch, deadline.signal)));
          vectors.push(...made.flat());
        }
        breaker = closedBreaker;
        return vectors;
      } catch {
        breaker = afterFailure(breaker, elapsedMs());
        return null;
      } finally {
        clearTimeout(timer);
        // What still runs beside a batch that failed is of no use any more.
        deadline.abort();
      }
    },
  };
};

const batchesOf = (texts: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, n) => texts.slice(n * size, (n + 1) * size));
