import { createServer } from 'node:net';
import { TypedContainer } from '@inversifyjs/strongly-typed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenAiConfig } from '#adapters/openai/language-model.ts';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import { chatModelFor, defaultModels } from '#adapters/openai/models.ts';
import { openai } from '#adapters/openai/module.ts';
import type { Brief } from '#core/domain/prompt.ts';
import type { Ports } from '#core/ports/index.ts';
import type { ModelReply } from '#core/ports/language-model.ts';
import type { FakeOpenAi, FakeReply } from '#tests/support/fake-openai.ts';
import { startFakeOpenAi } from '#tests/support/fake-openai.ts';

let server: FakeOpenAi;
beforeEach(async () => {
  server = await startFakeOpenAi();
});
afterEach(() => server.close());

describe('what is asked of OpenAI', () => {
  it('names the model, bounds the answer and offers the tools in the order of the turn', async () => {
    await model().reply(brief(), []);
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(request?.body).toMatchObject({
      model: defaultModels.chat,
      max_completion_tokens: 500,
      reasoning_effort: 'none',
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'hand_over' } }],
    });
    expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.body).not.toHaveProperty('max_tokens');
  });

  it('speaks to servers that know only the older field, and tells other makers nothing about reasoning', async () => {
    await model({ tokenField: 'max_tokens', chatModel: 'qwen3' }).reply(brief({ tools: [] }), []);
    expect(server.requests[0]?.body).toMatchObject({ model: 'qwen3', max_tokens: 500 });
    for (const field of ['max_completion_tokens', 'reasoning_effort', 'tools', 'tool_choice']) {
      expect(server.requests[0]?.body).not.toHaveProperty(field);
    }
  });

  it('never sends the name of a model that was switched off', () => {
    expect(chatModelFor('gpt-3.5-turbo')).toBe(defaultModels.chat);
    expect(chatModelFor('gpt-3.5-turbo-0125')).toBe(defaultModels.chat);
    expect(chatModelFor('gpt-6-sol')).toBe('gpt-6-sol');
  });

  it('replays what was done in this turn and hands over only once', async () => {
    const call = { id: 'call_7', name: 'hand-over', input: { reason: 'preço de luzes' } } as const;
    await model().reply(brief(), [{ call, result: 'A equipe foi avisada.' }]);
    const body = server.requests[0]?.body;
    expect(body?.tool_choice).toBe('none');
    expect(body?.messages.slice(-2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_7',
            type: 'function',
            function: { name: 'hand_over', arguments: '{"reason":"preço de luzes"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_7', content: 'A equipe foi avisada.' },
    ]);
  });

  it('keeps its connections and opens no more than it may', async () => {
    const limited = model({ limits: { sockets: 2 } });
    await Promise.all(Array.from({ length: 10 }, () => limited.reply(brief(), [])));
    await limited.reply(brief(), []);
    expect(server.requests).toHaveLength(11);
    expect(server.connections()).toBe(2);
  });
});

describe.each([
  ['at once', undefined],
  ['in parts', () => {}],
])('what comes back from OpenAI %s', (_, onText) => {
  const reply = (answers: FakeReply | readonly FakeReply[], config: Partial<OpenAiConfig> = {}) => {
    server.answerWith([answers].flat() as readonly FakeReply[]);
    return model(config).reply(brief(), [], onText);
  };

  it('is a text', async () => {
    expect(await reply({ text: '**Corte** custa R$ 50. ✂️' })).toEqual({
      kind: 'text',
      text: '*Corte* custa R$ 50. ✂️',
    });
  });

  it('is a tool call', async () => {
    const calls = [{ name: 'hand_over', input: { reason: 'preço' }, id: 'abc' }];
    expect(await reply({ calls })).toEqual({
      kind: 'calls',
      calls: [{ id: 'abc', name: 'hand-over', input: { reason: 'preço' } }],
    });
    expect(await reply({ calls: [{ name: 'hand_over', input: '' }] })).toMatchObject({
      calls: [{ input: {} }],
    });
  });

  it.each<[string, FakeReply, ModelReply]>([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '7' }, raw: '{}' }, unavailable(7)],
    [
      '429 with milliseconds',
      { status: 429, headers: { 'retry-after-ms': '1200' }, raw: '{}' },
      unavailable(2),
    ],
    [
      '429 with a date',
      { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 14:05:30 GMT' }, raw: '{}' },
      unavailable(30),
    ],
    ['429 without a word', { status: 429, raw: '' }, unavailable(null)],
    ['500', { status: 500, raw: '<html>oops</html>' }, unavailable(null)],
    ['503 with seconds', { status: 503, headers: { 'retry-after': '3' }, raw: '{}' }, unavailable(3)],
    ['400', { status: 400, raw: '{"error":{"message":"x"}}' }, refused('http-400')],
    ['401', { status: 401, raw: '{"error":{"code":"invalid_api_key"}}' }, refused('http-401')],
    ['403', { status: 403, raw: '{}' }, refused('http-403')],
    ['404', { status: 404, raw: '{"error":{"code":"model_not_found"}}' }, refused('http-404')],
    ['a filter', { status: 400, raw: '{"error":{"code":"content_filter"}}' }, refused('content-filter')],
    ['a filtered answer', { text: 'Eu', finish: 'content_filter' }, refused('content-filter')],
    ['an empty answer', { text: ' \n ' }, refused('empty')],
    ['a tool that nobody offered', { calls: [{ name: 'drop_table', input: {} }] }, refused('unknown-tool')],
    ['torn arguments', { calls: [{ name: 'hand_over', input: '{"reason":' }] }, refused('bad-arguments')],
    ['a connection cut at once', { cut: 'before-headers' }, unavailable(null)],
    ['a connection cut halfway', { text: 'Sim, abrimos.', cut: 'halfway' }, unavailable(null)],
  ])('after %s is as it should be', async (_what, answer, expected) => {
    expect(await reply(answer)).toEqual(expected);
    expect(server.requests).toHaveLength(1);
  });

  it('is not waited for longer than the limit, wherever it stops', async () => {
    const limits = { totalMs: 250 };
    for (const stop of [
      { hang: 'before-headers' },
      { text: 'Sim, claro', hang: 'halfway' },
      { text: 'Sim, claro', trickle: { bytes: 1, everyMs: 20 } },
      { delayMs: 2_000 },
    ] as const) {
      const began = performance.now();
      expect(await reply(stop, { limits })).toEqual(unavailable(null));
      expect(performance.now() - began).toBeLessThan(600);
    }
  });

  it('is asked for again, once, with less to read when it was too much', async () => {
    const tooLong = { status: 400, raw: '{"error":{"code":"context_length_exceeded"}}' };
    expect(await reply([tooLong, { text: 'Sim' }])).toEqual({ kind: 'text', text: 'Sim' });
    const [first, second] = server.requests.map(({ text }) => text.length);
    expect(second).toBeLessThan(first ?? 0);
    expect(await reply(tooLong)).toEqual(refused('context-length'));
    expect(server.requests).toHaveLength(4);
  });

  it('tells nobody the key or what was said', async () => {
    const echo = `{"error":{"message":"${apiKey} ${question}","code":"${apiKey}"}}`;
    for (const status of [400, 401, 429, 500]) {
      const told = JSON.stringify(await reply({ status, raw: echo }));
      expect(told).not.toContain(apiKey);
      expect(told).not.toContain(question);
    }
  });
});

describe('OpenAI', () => {
  it('says garbage in place of a completion', async () => {
    for (const raw of [
      '',
      'null',
      '[]',
      '{}',
      '"ok"',
      '{"choices":[]}',
      '{"choices":[{}]}',
      '<html>',
      '{"cho',
    ]) {
      server.answerWith([{ raw }]);
      expect(await model().reply(brief(), [])).toEqual(refused('garbage'));
    }
  });

  it('says garbage in a stream', async () => {
    const streamed = (raw: string) => {
      server.answerWith([{ raw, headers: { 'content-type': 'text/event-stream' } }]);
      return model().reply(brief(), [], () => {});
    };
    expect(await streamed('data: {"cho\n\n')).toEqual(refused('garbage'));
    expect(await streamed('data: {"error":{"message":"boom","code":"server_error"}}\n\n')).toEqual(
      unavailable(null),
    );
    expect(await streamed('')).toEqual(unavailable(null));
    expect(await streamed('data: {}\n\ndata: [DONE]\n\n')).toEqual(unavailable(null));
  });

  it('is heard while it speaks', async () => {
    server.answerWith([{ text: 'Sim, abrimos às 9h.', trickle: { bytes: 64, everyMs: 1 } }]);
    const parts: string[] = [];
    const reply = await model().reply(brief(), [], (part) => parts.push(part));
    expect(reply).toEqual({ kind: 'text', text: 'Sim, abrimos às 9h.' });
    expect(parts).toEqual(['Sim,', ' abrimos', ' às', ' 9h.']);
  });

  it('may be gone', async () => {
    const url = server.url;
    await server.close();
    expect(await model({ baseUrl: url }).reply(brief(), [])).toEqual(unavailable(null));
  });

  it('may close a waiting connection just as it is used again', async () => {
    const asked = model();
    await asked.reply(brief(), []);
    server.answerWith([{ cut: 'before-headers' }, { text: 'Sim' }]);
    expect(await asked.reply(brief(), [])).toEqual({ kind: 'text', text: 'Sim' });
  });

  it('is not waited for when no connection comes about', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as { port: number };
    const began = performance.now();
    const limits = { connectMs: 100 };
    expect(await model({ baseUrl: `https://127.0.0.1:${port}/v1`, limits }).reply(brief(), [])).toEqual(
      unavailable(null),
    );
    expect(performance.now() - began).toBeLessThan(1_000);
    silent.close();
  });

  it('is left alone after five failures, tried again 15 seconds later and trusted after a success', async () => {
    let now = at.getTime();
    const asked = model({ clock: { now: () => new Date(now), elapsedMs: () => now } });
    server.answerWith([{ status: 500, raw: '{}' }]);
    for (let i = 0; i < 5; i++) await asked.reply(brief(), []);
    expect(await asked.reply(brief(), [])).toEqual(unavailable(15));
    expect(server.requests).toHaveLength(5);
    now += 15_000;
    server.answerWith([{ text: 'Sim' }]);
    expect(await asked.reply(brief(), [])).toEqual({ kind: 'text', text: 'Sim' });
    expect(await asked.reply(brief(), [])).toEqual({ kind: 'text', text: 'Sim' });
  });

  it('is not left alone for refusing or for asking to wait', async () => {
    const asked = model();
    server.answerWith([
      { status: 429, raw: '{}' },
      { status: 400, raw: '{}' },
    ]);
    for (let i = 0; i < 12; i++) await asked.reply(brief(), []);
    expect(server.requests).toHaveLength(12);
  });

  it('is plugged in by its module', async () => {
    const container = new TypedContainer<Ports>();
    container.bind('clock').toConstantValue({ now: () => at, elapsedMs: () => at.getTime() });
    container.load(openai({ apiKey, baseUrl: server.url }));
    expect(await container.get('languageModel').reply(brief(), [])).toMatchObject({ kind: 'text' });
  });
});

// Helpers

const apiKey = 'sk-segredo-123';
const question = 'Quanto custa luzes?';
const at = new Date('2026-11-21T14:05:00Z');

const model = (config: Partial<OpenAiConfig> = {}) =>
  openaiLanguageModel({
    apiKey,
    baseUrl: server.url,
    clock: { now: () => at, elapsedMs: () => at.getTime() },
    ...config,
  });

const brief = (over: Partial<Brief> = {}): Brief => ({
  agentName: 'Salão Bela Vida',
  description: 'Salão de beleza',
  businessInfo: 'Corte: R$ 50. '.repeat(2_000),
  dontKnowText: 'Vou perguntar à equipe.',
  passages: [],
  files: [],
  filesGoing: [],
  conversation: [{ author: 'customer', text: question, at }],
  now: at,
  timeZone: 'America/Sao_Paulo',
  tools: ['hand-over'],
  ...over,
});

function unavailable(retryAfterSeconds: number | null): ModelReply {
  return { kind: 'unavailable', retryAfterSeconds };
}

function refused(why: string): ModelReply {
  return { kind: 'refused', why };
}
