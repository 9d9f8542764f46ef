import type * as z from 'zod/mini';

/** One call: how it is addressed, who may make it, what is asked and what is answered. Paths stand below `/api`. */
export type Contract<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  Who extends 'anyone' | 'owner' = 'anyone' | 'owner',
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly who: Who;
  /** Path, query and body together; a body's field wins over the query's, the path's over both. */
  readonly input: Input;
  readonly answer: Answer;
  /** 200 where not given. */
  readonly status?: 201 | 202 | 204;
};

export const contract = <
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  const Who extends 'anyone' | 'owner',
>(
  declared: Contract<Input, Answer, Who>,
): Contract<Input, Answer, Who> => declared;

export const apiRoot = '/api';
