import type { z } from 'zod';

/** One call: how it is addressed, who may make it, what is asked and what is answered. Paths stand below `/api`. */
export type Contract<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly who: 'anyone' | 'owner';
  /** Path, query and body together; a body's field wins over the query's, the path's over both. */
  readonly input: Input;
  readonly answer: Answer;
  /** 200 where not given. */
  readonly status?: 201 | 202 | 204;
};

export const contract = <Input extends z.ZodType, Answer extends z.ZodType>(
  declared: Contract<Input, Answer>,
): Contract<Input, Answer> => declared;

export const apiRoot = '/api';
