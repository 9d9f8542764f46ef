import { afterEach } from 'vitest';
import * as z from 'zod/mini';
import { apiRoot, type Contract } from '#adapters/http/contract/contract.ts';
import type { Asked } from '#adapters/http/contract/request.ts';

type Answer<C extends Contract> = z.output<C['answer']> | Refusal | Promise<z.output<C['answer']> | Refusal>;

/** A call and what is answered to it. A refusal is answered as the server says one. */
export type Handler = {
  readonly contract: Contract;
  readonly answer: (asked: never) => unknown;
};

export class Refusal {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

export const on = <C extends Contract>(
  contract: C,
  answer: (asked: z.output<C['input']> & Pick<Asked<C>, 'file' & keyof Asked<C>>) => Answer<C>,
): Handler => ({ contract, answer });

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/**
 * Answers the app's requests over the contract's own codecs: what is asked has to decode, what is answered has to
 * encode. The first handler that fits answers; a call that nobody handles fails the test that made it.
 */
export const pretendServer = (...handlers: readonly Handler[]) => {
  const calls: string[] = [];
  globalThis.fetch = async (target, init) => {
    const url = new URL(String(target), 'http://localhost');
    const method = init?.method ?? 'GET';
    calls.push(`${method} ${url.pathname}`);
    for (const { contract, answer } of handlers) {
      const params = contract.method === method ? paramsIn(contract.path, url.pathname) : null;
      if (params === null) continue;
      const sent = {
        ...Object.fromEntries(url.searchParams),
        ...fieldsOf(init?.body),
        ...params,
      };
      const asked = z.decode(contract.input, sent as never) as object;
      const form = init?.body instanceof FormData ? init.body : null;
      const file = contract.upload && { file: form?.get(contract.upload.field) ?? null };
      return spoken(contract, await answer({ ...asked, ...file } as never));
    }
    throw new Error(`Nobody answers ${method} ${url.pathname}`);
  };
  return { calls };
};

const fieldsOf = (body: BodyInit | null | undefined): object =>
  body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body ?? '{}'));

const paramsIn = (pattern: string, path: string): Record<string, string> | null => {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const match = new RegExp(`^${apiRoot}${pattern.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
  return match && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]));
};

const spoken = ({ answer, status = 200 }: Contract, value: unknown): Response => {
  if (value instanceof Refusal) {
    const { message } = value;
    return Response.json({ message, error: message, code: 'refused', id: 'r' }, { status: value.status });
  }
  const encoded = z.encode(answer, value as never);
  if (encoded === undefined) return new Response(null, { status });
  return typeof encoded === 'string' ? new Response(encoded) : Response.json(encoded, { status });
};
