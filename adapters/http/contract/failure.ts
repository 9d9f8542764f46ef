import * as z from 'zod/mini';

/** The body of every refusal. `message` and `error` hold the same sentence: the two halves of the specification read different ones. */
export const failure = z.object({
  message: z.string(),
  error: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ campo: z.string(), mensagem: z.string() }))),
  id: z.string(),
});
