import { createServer } from 'node:net';
import { TypedContainer } from '@inversifyjs/strongly-typed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openai } from '#adapters/openai/module.ts';
import { openaiTranscriber, type TranscriberConfig } from '#adapters/openai/transcriber.ts';
import type { Ports } from '#core/ports/index.ts';
import type { Transcription } from '#core/ports/transcriber.ts';
import { type FakeOpenAi, type FakeReply, startFakeOpenAi } from '#tests/support/fake-openai.ts';

let server: FakeOpenAi;
beforeEach(async () => {
  server = await startFakeOpenAi();
});
afterEach(() => server.close());

describe('what is heard by OpenAI', () => {
  it('is sent as a file with its type, to the model of the configuration, with what is probably spoken', async () => {
    server.answerWith([{ text: '  Vocês abrem\u0000 no domingo? ' }]);
    expect(await hear({ transcriptionModel: 'whisper-1' })).toEqual({
      kind: 'text',
      text: 'Vocês abrem no domingo?',
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/audio/transcriptions');
    expect(request?.headers.authorization).toBe('Bearer test');
    expect(partsOf(request?.text)).toEqual({
      file: 'OggS voz',
      model: 'whisper-1',
      response_format: 'json',
      language: 'pt',
    });
    expect(request?.text).toContain('filename="voz.ogg"\r\nContent-Type: audio/ogg');
  });

  it('goes to the recommended model where none is named, which takes several languages', async () => {
    await hear();
    expect(partsOf(server.requests[0]?.text)).toMatchObject({
      model: 'gpt-transcribe',
      'languages[]': 'pt',
    });
  });

  it.each<[string, FakeReply, Transcription]>([
    ['nothing', { text: '  ' }, { kind: 'refused', why: 'empty' }],
    ['something else', { raw: '[1]' }, { kind: 'refused', why: 'garbage' }],
    ['no JSON', { raw: '{"text":' }, { kind: 'refused', why: 'garbage' }],
    ['a wrong key', { status: 401, raw: '{}' }, { kind: 'refused', why: 'http-401' }],
    ['a file that it does not take', { status: 400, raw: '{}' }, { kind: 'refused', why: 'http-400' }],
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '7' }, raw: '{}' },
      { kind: 'unavailable', retryAfterSeconds: 7 },
    ],
    ['an outage', { status: 503, raw: '' }, { kind: 'unavailable', retryAfterSeconds: null }],
    ['silence', { hang: 'before-headers' }, { kind: 'unavailable', retryAfterSeconds: null }],
    ['half an answer', { text: 'Oi', hang: 'halfway' }, { kind: 'unavailable', retryAfterSeconds: null }],
    ['a broken connection', { cut: 'before-headers' }, { kind: 'unavailable', retryAfterSeconds: null }],
  ])('is %s', async (_, reply, transcription) => {
    server.answerWith([reply]);
    expect(await hear({ limits: { totalMs: 300 } })).toEqual(transcription);
  });

  it('is nothing for now while nobody listens there', async () => {
    const baseUrl = await closedAddress();
    expect(await hear({ baseUrl })).toEqual({ kind: 'unavailable', retryAfterSeconds: null });
  });

  it('can be plugged in', async () => {
    const container = new TypedContainer<Ports>();
    container.load(openai({ apiKey: 'test', baseUrl: server.url }));
    container.bind('clock').toConstantValue({ now: () => new Date(), elapsedMs: () => 0 });
    expect(await container.get('transcriber')?.transcribe(audio, about)).toMatchObject({ kind: 'text' });
  });
});

// Helpers

const audio = new TextEncoder().encode('OggS voz');
const about = { mimeType: 'audio/ogg; codecs=opus', language: 'pt' };

const hear = (change: Partial<TranscriberConfig> = {}) =>
  openaiTranscriber({ apiKey: 'test', baseUrl: server.url, ...change }).transcribe(audio, about);

const partsOf = (form = ''): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/name="([^"]+)"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

const closedAddress = (): Promise<string> =>
  new Promise((closed) => {
    const port = createServer();
    port.listen(0, '127.0.0.1', () => {
      const { port: number } = port.address() as { port: number };
      port.close(() => closed(`http://127.0.0.1:${number}/v1`));
    });
  });
