import type * as z from 'zod/mini';

/** A call that is sent as a form: fields of text, and one file in `field`. */
export type Upload = { readonly field: string; readonly mostBytes: number };

export type SentFile = { readonly name: string; readonly bytes: Uint8Array };

/** One call: how it is addressed, who may make it, what is asked and what is answered. Paths stand below `/api`. */
export type Contract<
  Input extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  Who extends 'anyone' | 'owner' = 'anyone' | 'owner',
  Up extends Upload | undefined = Upload | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly who: Who;
  /** Path, query and body together; a body's field wins over the query's, the path's over both. */
  readonly input: Input;
  /** Beside the input there is then a `file`, or null where none was chosen. */
  readonly upload?: Up;
  readonly answer: Answer;
  /** 200 where not given. */
  readonly status?: 201 | 202 | 204;
};

export const contract = <
  Input extends z.core.$ZodType,
  Answer extends z.core.$ZodType,
  const Who extends 'anyone' | 'owner',
  Up extends Upload | undefined = undefined,
>(
  declared: Contract<Input, Answer, Who, Up>,
): Contract<Input, Answer, Who, Up> => declared;

export const apiRoot = '/api';
