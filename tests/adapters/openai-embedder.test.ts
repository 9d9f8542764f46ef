import { TypedContainer } from '@inversifyjs/strongly-typed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openaiEmbedder } from '#adapters/openai/embedder.ts';
import { openai } from '#adapters/openai/module.ts';
import type { Ports } from '#core/ports/index.ts';
import { type FakeOpenAi, type FakeReply, meaningOf, startFakeOpenAi } from '#tests/support/fake-openai.ts';

let server: FakeOpenAi;
beforeEach(async () => {
  server = await startFakeOpenAi();
});
afterEach(() => server.close());

describe('OpenAI’s embeddings', () => {
  it('are one for each text, in order, with the name of their model', async () => {
    const texts = ['corte de cabelo', 'pão quente', 'zzz'];
    expect(await embedder().embed(texts)).toEqual(
      texts.map((text) => ({ model: 'text-embedding-3-small', values: meaningOf(text) })),
    );
    expect(server.requests[0]?.path).toBe('/v1/embeddings');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it('are asked for so many at a time, and none for nothing', async () => {
    const texts = Array.from({ length: 150 }, (_, n) => 'a'.repeat(n));
    const vectors = await embedder().embed(texts);
    expect(vectors?.map(({ values }) => values[0])).toEqual(
      texts.map((_, n) => (n === 0 ? 0.125 : n + 0.125)),
    );
    const asked = server.requests.map(({ body }) => (body.input as readonly string[]).length);
    expect(asked.toSorted()).toEqual([22, 64, 64]);
    expect(await embedder().embed([])).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  it('are asked for texts that can be sent, and no longer ones than the model takes', async () => {
    await embedder({ limits: { textCharacters: 10 } }).embed(['', '\ud83d', '😀'.repeat(20)]);
    const sent = server.requests[0]?.body.input as readonly string[];
    expect(sent.every((text) => text.length > 0 && text.length <= 10 && text.isWellFormed())).toBe(true);
  });

  it.each<[string, FakeReply]>([
    ['429', { status: 429, raw: '{}' }],
    ['500', { status: 500, raw: '<html>' }],
    ['401', { status: 401, raw: '{}' }],
    ['a cut connection', { cut: 'before-headers' }],
    ['half an answer', { cut: 'halfway' }],
    ['garbage', { raw: '{"da' }],
    ['no list', { raw: '{"data":{}}' }],
    ['too few', { raw: '{"data":[{"index":0,"embedding":[1,2]}]}' }],
    ['of two sizes', { raw: '{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}' }],
    ['empty ones', { raw: '{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}' }],
    ['no numbers', { raw: '{"data":[{"index":0,"embedding":["x"]},{"index":1,"embedding":[null]}]}' }],
    ['too much', { raw: JSON.stringify({ data: 'x'.repeat(2_000) }) }],
  ])('are none after %s', async (_, reply) => {
    server.answerWith([reply]);
    const limited = embedder({ limits: { responseCharacters: 1_500 } });
    expect(await limited.embed(['um', 'dois'])).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  it('are not waited for longer than the limit', async () => {
    server.answerWith([{ hang: 'before-headers' }]);
    const began = performance.now();
    const limits = { totalMs: 150, allMs: 250 };
    expect(await embedder({ limits }).embed(['um'])).toBeNull();
    expect(performance.now() - began).toBeLessThan(240);
    expect(await embedder({ limits }).embed(['um', 'dois'])).toBeNull();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('are not asked for after five failures, until 15 seconds later', async () => {
    let now = 0;
    const tired = embedder({ elapsedMs: () => now });
    server.answerWith([{ status: 500, raw: '{}' }]);
    for (let n = 0; n < 8; n++) expect(await tired.embed(['um'])).toBeNull();
    expect(server.requests).toHaveLength(5);
    server.answerWith([{}]);
    now += 15_000;
    expect(await tired.embed(['um'])).toHaveLength(1);
    expect(await tired.embed(['dois'])).toHaveLength(1);
  });

  it('are there only where a model for them is configured', async () => {
    const embedderOf = (embeddingModel: string | null) => {
      const container = new TypedContainer<Ports>();
      container.load(openai({ apiKey, baseUrl: server.url, embeddingModel }));
      return container.get('embedder');
    };
    expect(embedderOf(null)).toBeNull();
    expect(await embedderOf('small')?.embed(['um'])).toEqual([{ model: 'small', values: meaningOf('um') }]);
  });
});

// Helpers

const apiKey = 'sk-segredo-123';

const embedder = (change: Partial<Parameters<typeof openaiEmbedder>[0]> = {}) =>
  openaiEmbedder({ apiKey, baseUrl: server.url, embeddingModel: 'text-embedding-3-small', ...change });
