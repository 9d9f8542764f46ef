import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import { redirect } from 'react-router-dom';
import type { Contract } from '#adapters/http/contract/contract.ts';
import type { Answered, Asked, Spoken } from '#adapters/http/contract/request.ts';
import { answerFrom, refusalFrom, requestFor } from '#adapters/http/contract/request.ts';
import { paths } from './paths.ts';
import { session } from './session.ts';

/** The server said no, or could not be reached (`spoken` is null: nothing was said in words). */
export class CallFailed extends Error {
  readonly status: number;
  readonly spoken: Spoken | null;
  constructor(status: number, spoken: Spoken | null) {
    super(spoken?.sentence ?? `status ${status}`);
    this.status = status;
    this.spoken = spoken;
  }
}

/** The id in an address; one that is no id is nobody's. */
export const idIn = (text: string | null | undefined): number => {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new CallFailed(404, null);
  return id;
};

/** Makes a call in our words and answers in our words. A dead session ends at the login screen, wherever it shows. */
export const call = async <C extends Contract>(
  contract: C,
  asked: Asked<C>,
  signal?: AbortSignal,
): Promise<Answered<C>> => {
  const { method, url, body } = requestFor(contract, asked);
  const answer = await fetch(url, {
    method,
    body,
    headers: headersFor(contract, body),
    ...(signal && { signal }),
  }).catch(unreachable);
  if (answer.status === 401 && contract.who === 'owner') throw signOut();
  const read = await bodyOf(answer);
  if (!answer.ok) throw new CallFailed(answer.status, refusalFrom(contract, read));
  return answerFrom(contract, read);
};

/** A form says its own type, with a boundary that only the browser knows. */
const headersFor = ({ who }: Contract, body: string | FormData | null): HeadersInit => {
  const token = who === 'owner' ? session.token() : null;
  if (who === 'owner' && token === null) console.warn('No session token: the request is sent without one.');
  return {
    ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
};

const unreachable = (problem: unknown): never => {
  if (problem instanceof DOMException && problem.name === 'AbortError') throw problem;
  throw new CallFailed(0, null);
};

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  if (text === '') return undefined;
  if (!answer.headers.get('Content-Type')?.includes('json')) return text;
  return JSON.parse(text);
};

export const signOut = (): Response => {
  session.end();
  return redirect(paths.login);
};

/** A loader of a screen that only an owner sees. */
export const signedIn =
  <Loaded>(load: (args: LoaderFunctionArgs) => Loaded) =>
  (args: LoaderFunctionArgs): Loaded => {
    if (session.token() === null) throw signOut();
    return load(args);
  };
signedIn satisfies (load: LoaderFunction) => LoaderFunction;

/** What went wrong, for people: the server's own sentence, or ours where it said none. Other faults pass through. */
export const sentenceOf = (problem: unknown, otherwise: string): string => {
  if (!(problem instanceof CallFailed)) throw problem;
  return problem.spoken?.sentence ?? otherwise;
};

/** The server's sentence alone, to stand below a fixed one. */
export const detailOf = (problem: unknown): string | null => {
  if (!(problem instanceof CallFailed)) throw problem;
  if (problem.status === 0) return 'Sem conexão com o servidor. Verifique a internet e tente de novo.';
  return problem.spoken?.sentence ?? null;
};
