import * as z from 'zod/mini';
import type { Contract, Upload } from './contract.ts';
import { apiRoot } from './contract.ts';
import { failure } from './failure.ts';
import { ourName } from './wire.ts';

/** What is asked of a call, as the code that makes it says it: what may be undefined may be left out. */
export type Asked<C extends Contract> = Lenient<z.output<C['input']>> &
  ([NonNullable<C['upload']>] extends [never] ? unknown : { readonly file: File | null });
export type Answered<C extends Contract> = z.output<C['answer']>;

type Lenient<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

export type Request = {
  readonly method: string;
  readonly url: string;
  readonly body: string | FormData | null;
};

/**
 * A call as HTTP: path parameters filled in, what is left over in the query of a GET or DELETE, otherwise in the body:
 * as JSON, or as a form where a file may come along.
 */
export const requestFor = <C extends Contract>(
  { method, path, input, upload }: C,
  asked: Asked<C>,
): Request => {
  const rest = new Map(Object.entries(z.encode(input, asked as never) as Record<string, unknown>));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (upload) {
    const { file } = asked as unknown as { readonly file: File | null };
    return { method, url: apiRoot + filled, body: formOf(rest, upload, file) };
  }
  if (method === 'POST' || method === 'PUT') {
    return { method, url: apiRoot + filled, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method, url: apiRoot + filled + (query.size > 0 ? `?${query}` : ''), body: null };
};

const formOf = (fields: ReadonlyMap<string, unknown>, upload: Upload, file: File | null): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  if (file) form.append(upload.field, file, file.name);
  return form;
};

/** An answer's body in our words. A body that is not what the contract says is a fault, and throws. */
export const answerFrom = <C extends Contract>({ answer }: C, body: unknown): Answered<C> =>
  z.decode(answer, body as never) as Answered<C>;

/** What a refusal says: one sentence for the whole, and one for each field that is named. */
export type Spoken = {
  readonly sentence: string;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** A refusal's body in our words, or null when the body is something else (a proxy's page, an empty answer). */
export const refusalFrom = ({ input }: Contract, body: unknown): Spoken | null => {
  const read = z.safeParse(failure, body);
  if (!read.success) return null;
  const { message, code, details = [] } = read.data;
  const fields = details.map(({ campo, mensagem }) => [ourName(input, campo) ?? campo, mensagem]);
  return { sentence: message, code, fields: Object.fromEntries(fields) };
};
