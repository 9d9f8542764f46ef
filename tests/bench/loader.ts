import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** Customers who each write their next message as soon as the last one is answered. */
export type Load = {
  readonly port: number;
  /** Of the simulated phones, where a reply shows; null where it comes with the answer to the request. */
  readonly journal: string | null;
  readonly conversations: readonly {
    readonly agent: string;
    readonly contact: string;
    readonly token: string;
  }[];
  readonly messagesEach: number;
  readonly atOnce: number;
};

/** From the first byte of the request to the reply in the customer's chat, one a message. */
export type Loaded = { readonly milliseconds: readonly number[] };

const carry = async (load: Load): Promise<Loaded> => {
  const http = new Agent({ keepAlive: true, maxSockets: load.atOnce });
  const replies = load.journal === null ? null : followReplies(load.journal);
  const milliseconds: number[] = [];
  const waiting = [...load.conversations];
  const customer = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      for (let n = 1; n <= load.messagesEach; n += 1) {
        const begun = performance.now();
        const replied = replies?.to(next.contact);
        const body = JSON.stringify({ contato: next.contact, texto: `Vocês abrem sábado? Pergunta ${n}` });
        await post(http, load.port, `/api/simulador/${next.agent}/mensagens`, next.token, body);
        await replied;
        milliseconds.push(performance.now() - begun);
      }
    }
  };
  await Promise.all(Array.from({ length: load.atOnce }, customer));
  replies?.close();
  http.destroy();
  return { milliseconds };
};

const post = (agent: Agent, port: number, path: string, token: string, body: string): Promise<void> =>
  new Promise((done, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 300 ? done() : failed(new Error(`Answered with ${answer.statusCode}.`)),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });

/** Reads along in the phones' journal, which costs the server nothing: what the network took stands there at once. */
const followReplies = (path: string) => {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1 << 20);
  const heard = new Map<string, () => void>();
  let position = fstatSync(file).size;
  let rest = '';
  const readOn = () => {
    for (;;) {
      const size = readSync(file, buffer, 0, buffer.length, position);
      if (size === 0) return;
      position += size;
      const lines = (rest + buffer.toString('latin1', 0, size)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.includes('"author":"agent"'))) {
        const contact: string = JSON.parse(line).with;
        heard.get(contact)?.();
        heard.delete(contact);
      }
    }
  };
  // Not by the file's own notifications: they would have the server wake us with each of its writes.
  const watcher = setInterval(readOn, 1);
  return {
    to: (contact: string) => new Promise<void>((resolve) => void heard.set(contact, resolve)),
    close: () => {
      clearInterval(watcher);
      closeSync(file);
    },
  };
};

process.on('message', async (load: Load) => process.send?.(await carry(load)));
process.on('disconnect', () => process.exit());
