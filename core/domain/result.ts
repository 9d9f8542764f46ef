/** What a use case gives back: an answer, or a refusal that the product can put into words. */
export type Result<Answer, Refusal> =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly refusal: Refusal };

export const done = <Answer>(value: Answer): { readonly ok: true; readonly value: Answer } => ({
  ok: true,
  value,
});

export const refused = <Refusal>(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
});
