import type { Next } from 'koa';
import * as z from 'zod/mini';
import type { Result } from '#core/domain/result.ts';
import type { Contract, SentFile, Upload } from './contract/contract.ts';
import { type Exchange, refuse } from './exchange.ts';
import { type AnyRefusal, type HttpRefusal, wordsFor } from './refusals.ts';

/** An entry of the contract and what answers it. */
export type Route = {
  readonly contract: Contract;
  readonly answer: (ctx: Exchange, next: Next) => Promise<void>;
};

/** What an answer may be given as: lists need not be changeable, and what may be undefined may be left out. */
type Fixed<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Fixed<Item>[]
    : T extends object
      ? { readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: Fixed<T[Key]> } & {
          readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Fixed<T[Key]> | undefined;
        }
      : T;

type Answered<Answer extends z.core.$ZodType> = Promise<Result<Fixed<z.output<Answer>>, AnyRefusal>>;

/** The input, and the file of a call that takes one. */
type Given<Input extends z.core.$ZodType, Up extends Upload | undefined> = z.output<Input> &
  (Up extends Upload ? { readonly file: SentFile | null } : unknown);

export const forAnyone = <
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  Up extends Upload | undefined,
>(
  contract: Contract<Input, Answer, 'anyone', Up>,
  ask: (input: Given<Input, Up>, ctx: Exchange) => Answered<Answer>,
): Route => ({ contract, answer: (ctx) => exchange(contract, ctx, (input) => ask(input, ctx)) });

export const forOwner = <
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  Up extends Upload | undefined,
>(
  contract: Contract<Input, Answer, 'owner', Up>,
  ask: (ownerId: number, input: Given<Input, Up>, ctx: Exchange) => Answered<Answer>,
): Route => ({
  contract,
  answer: async (ctx) => {
    const { ownerId } = ctx.state;
    if (ownerId === undefined) return refuse(ctx, { kind: 'not-signed-in' });
    if (speaksForAnother(ctx.request.body, ownerId)) return refuse(ctx, { kind: 'another-account' });
    return exchange(contract, ctx, (input) => ask(ownerId, input, ctx));
  },
});

/** Decodes the request, asks, encodes the answer or speaks the refusal. */
const exchange = async <
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  Up extends Upload | undefined,
>(
  { input, upload, answer, status }: Contract<Input, Answer, 'anyone' | 'owner', Up>,
  ctx: Exchange,
  ask: (input: Given<Input, Up>) => Answered<Answer>,
): Promise<void> => {
  const body: unknown = ctx.request.body ?? {};
  if (!isRecord(body)) return refuse(ctx, { kind: 'malformed', fields: [] });
  const given = { ...ctx.query, ...body, ...ctx.params };
  const sent = z.safeDecode(input, given as never);
  if (!sent.success) return refuse(ctx, whyNotDecoded(sent.error, given, ctx.params));
  const asked = upload ? { ...(sent.data as object), file: ctx.state.file ?? null } : sent.data;
  const result = await ask(asked as Given<Input, Up>);
  if (!result.ok) return refuse(ctx, result.refusal);
  ctx.status = explicitStatus(ctx) ?? status ?? 200;
  const encoded: unknown = z.encode(answer, result.value as never);
  if (typeof encoded === 'string') ctx.type = 'text/plain; charset=utf-8';
  if (encoded !== undefined) ctx.body = encoded;
};

/** A status that the route has set for this answer alone. */
const explicitStatus = (ctx: Exchange): number | undefined => (ctx.status === 404 ? undefined : ctx.status);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const speaksForAnother = (body: unknown, ownerId: number): boolean =>
  isRecord(body) &&
  Object.hasOwn(body, 'user_id') &&
  body.user_id !== ownerId &&
  body.user_id !== String(ownerId);

/** A path that names nothing possible is not there; for the rest it matters whether fields are absent or wrong. */
const whyNotDecoded = (
  error: z.core.$ZodError,
  given: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, string>>,
): HttpRefusal | { readonly kind: 'not-found' } => {
  const names = [...new Set(error.issues.map(({ path }) => String(path[0] ?? '')))];
  if (names.some((name) => Object.hasOwn(params, name))) return { kind: 'not-found' };
  const absent = names.filter((name) => given[name] === undefined || given[name] === null);
  const wrong = names.filter((name) => !absent.includes(name));
  return wrong.length > 0
    ? { kind: 'malformed', fields: wrong.map((name) => wordsFor(name, 'invalid')) }
    : { kind: 'incomplete', fields: absent.map((name) => wordsFor(name, 'missing')) };
};
