import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeBody = {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: string | null }[];
  readonly stream?: boolean;
  readonly [field: string]: unknown;
};

export type FakeRequest = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON, parsed when it is first asked for. */
  readonly body: FakeBody;
  readonly at: number;
};

/** What the server does with one request. Without anything it answers `text` at once. */
export type FakeReply = {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly id?: string }[];
  readonly finish?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of a completion. */
  readonly raw?: string;
  readonly delayMs?: number;
  /** Sends the answer so many bytes at a time. */
  readonly trickle?: { readonly bytes: number; readonly everyMs: number };
  /** Takes the request and says nothing; or stops after half of the answer. */
  readonly hang?: 'before-headers' | 'halfway';
  /** Breaks the connection before a byte, or after half of the answer. */
  readonly cut?: 'before-headers' | 'halfway';
};

export type FakeHandler = (request: FakeRequest) => FakeReply | Promise<FakeReply>;

export type FakeOpenAi = {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  /** From now on this one answers; a list answers in its order, its last entry for ever. */
  readonly answerWith: (handler: FakeHandler | readonly FakeReply[]) => void;
  /** Connections accepted so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

const usual: FakeReply = { text: 'Sim, abrimos aos sábados das 8h às 14h.' };

/** An OpenAI-compatible server on a port of its own. `record: false` keeps nothing, for measuring. */
export const startFakeOpenAi = async (
  handler: FakeHandler | readonly FakeReply[] = [usual],
  { record = true, port = 0 }: { readonly record?: boolean; readonly port?: number } = {},
): Promise<FakeOpenAi> => {
  const requests: FakeRequest[] = [];
  let answer = handlerOf(handler);
  let connections = 0;
  const server = createServer(async (incoming, response) => {
    const request = requestOf(incoming, await textOf(incoming));
    if (record) requests.push(request);
    await send(response, request, await answer(request));
  });
  server.on('connection', () => void connections++);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (next) => {
      answer = handlerOf(next);
    },
    connections: () => connections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

const handlerOf = (handler: FakeHandler | readonly FakeReply[]): FakeHandler => {
  if (typeof handler === 'function') return handler;
  let next = 0;
  return () => handler[Math.min(next++, handler.length - 1)] ?? usual;
};

const requestOf = ({ url = '', headers }: IncomingMessage, text: string): FakeRequest => {
  let parsed: FakeBody | undefined;
  return {
    path: url,
    headers,
    text,
    at: Date.now(),
    get body() {
      parsed ??= JSON.parse(text) as FakeBody;
      return parsed;
    },
  };
};

const textOf = (incoming: IncomingMessage): Promise<string> =>
  new Promise((done, failed) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (part: string) => {
      text += part;
    });
    incoming.on('end', () => done(text));
    incoming.on('error', failed);
  });

const send = async (response: ServerResponse, request: FakeRequest, reply: FakeReply): Promise<void> => {
  if (reply.delayMs) await pause(reply.delayMs);
  if (reply.hang === 'before-headers') return;
  if (reply.cut === 'before-headers') return void response.destroy();
  const stream = reply.raw === undefined && request.text.includes('"stream":true');
  const body = Buffer.from(reply.raw ?? (stream ? eventsOf(reply) : wholeOf(request, reply)));
  response.writeHead(reply.status ?? 200, {
    'content-type': stream ? 'text/event-stream' : 'application/json',
    ...(stream ? {} : { 'content-length': String(body.length) }),
    ...reply.headers,
  });
  const half = body.subarray(0, body.length / 2);
  if (reply.hang) return void response.write(half);
  if (reply.cut) return void response.write(half, () => response.destroy());
  if (reply.trickle) await trickle(response, body, reply.trickle);
  response.end(reply.trickle ? undefined : body);
};

const trickle = async (
  response: ServerResponse,
  body: Buffer,
  { bytes, everyMs }: { readonly bytes: number; readonly everyMs: number },
): Promise<void> => {
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes));
    await pause(everyMs);
  }
};

const pause = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms));

const toolCalls = ({ calls }: FakeReply) =>
  calls?.map(({ name, input, id }, index) => ({
    index,
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));

const finishOf = (reply: FakeReply): string => reply.finish ?? (reply.calls ? 'tool_calls' : 'stop');

const head = { id: 'chatcmpl-1', created: 1, model: 'fake' } as const;

const wholeOf = (request: FakeRequest, reply: FakeReply): string => {
  if (request.path.endsWith('/embeddings')) return embeddingsOf(request);
  return request.path.endsWith('/audio/transcriptions')
    ? JSON.stringify({ text: reply.text ?? '' })
    : completionOf(reply);
};

const completionOf = (reply: FakeReply): string => {
  const calls = toolCalls(reply);
  const message = { role: 'assistant', content: reply.text ?? null, ...(calls && { tool_calls: calls }) };
  const choices = [{ index: 0, finish_reason: finishOf(reply), message }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return JSON.stringify({ ...head, object: 'chat.completion', choices, usage });
};

/** One for each text, last first, which a client has to put right by their numbers. */
const embeddingsOf = ({ body }: FakeRequest): string => {
  const texts = [body.input].flat() as readonly string[];
  const data = texts.map((text, index) => {
    const values = meaningOf(text);
    const packed = Buffer.from(Float32Array.from(values).buffer).toString('base64');
    return { object: 'embedding', index, embedding: body.encoding_format === 'base64' ? packed : values };
  });
  const usage = { prompt_tokens: 1, total_tokens: 1 };
  return JSON.stringify({ object: 'list', model: body.model, data: data.toReversed(), usage });
};

/** What this server takes for the meaning of a text: how often it has which letter. */
export const meaningOf = (text: string): readonly number[] => {
  const letters = text.normalize('NFD').toLowerCase();
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => letters.split(letter).length - 1 + 0.125);
};

/** Text word by word, then calls with their arguments in two halves, then why it ended. */
const eventsOf = (reply: FakeReply): string => {
  const deltas: object[] = (reply.text?.match(/\s*\S+|\s+$/g) ?? []).map((content) => ({ content }));
  for (const call of toolCalls(reply) ?? []) {
    const { name, arguments: all } = call.function;
    const half = Math.floor(all.length / 2);
    deltas.push({ tool_calls: [{ ...call, function: { name, arguments: all.slice(0, half) } }] });
    deltas.push({ tool_calls: [{ index: call.index, function: { arguments: all.slice(half) } }] });
  }
  const chunks = [
    ...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: finishOf(reply) },
  ];
  const events = chunks.map((choice) =>
    JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [choice] }),
  );
  return [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
};

// On its own: prints its address, answers FAKE_TEXT (or the usual), and ends with whoever forked it.
if (import.meta.main) {
  const { FAKE_TEXT: text, FAKE_DELAY_MS: delayMs, PORT: port } = process.env;
  const reply = { ...usual, ...(text && { text }), ...(delayMs && { delayMs: Number(delayMs) }) };
  const { url } = await startFakeOpenAi([reply], { record: false, port: Number(port ?? 0) });
  console.log(url);
  process.send?.({ url });
  process.on('disconnect', () => process.exit());
}
