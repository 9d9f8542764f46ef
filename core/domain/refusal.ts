/** Every way the product can say no. Its Portuguese sentence and HTTP status live in `refusals.ts` of the HTTP adapter. */
export type Refusal =
  | {
      readonly kind: 'invalid-field';
      readonly field: Field;
      readonly problem: FieldProblem;
      readonly max?: number;
    }
  | { readonly kind: 'tax-ids-differ' }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'tax-id-taken' }
  | { readonly kind: 'phone-taken' }
  | { readonly kind: 'wrong-credentials' }
  | { readonly kind: 'too-many-attempts'; readonly retryAfterSeconds: number }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'another-account' }
  | { readonly kind: 'no-active-plan' }
  | { readonly kind: 'agent-limit-reached'; readonly limit: number }
  | { readonly kind: 'document-limit-reached'; readonly limit: number }
  | { readonly kind: 'keyword-file-limit-reached'; readonly limit: number }
  | { readonly kind: 'keyword-shared-too-often'; readonly keyword: string }
  | { readonly kind: 'wrong-document-type' }
  | { readonly kind: 'wrong-file-type' }
  | { readonly kind: 'unreadable-file'; readonly problem: 'empty' | 'corrupt' | 'too-many-pixels' }
  | { readonly kind: 'unreadable-document'; readonly problem: UnreadableDocument }
  | { readonly kind: 'document-sent-before' }
  /** Nobody waits for this answer any more. */
  | { readonly kind: 'upload-cancelled' }
  | { readonly kind: 'several-documents' }
  | { readonly kind: 'number-connected-elsewhere' }
  | { readonly kind: 'number-had-its-trial' }
  | { readonly kind: 'number-not-connected' }
  | { readonly kind: 'number-already-connected' }
  /** The gateway is still logging the agent's last connection out. */
  | { readonly kind: 'number-leaving' }
  | { readonly kind: 'no-pairing-code-yet' };

export type UnreadableDocument = 'empty' | 'encrypted' | 'corrupt' | 'too-long' | 'no-text' | 'too-hard';

/** Our names of the fields a person fills in. */
export type Field =
  | 'name'
  | 'email'
  | 'phone'
  | 'password'
  | 'taxId'
  | 'planId'
  | 'timeZone'
  | 'agentName'
  | 'description'
  | 'businessInfo'
  | 'dontKnowText'
  | 'humanPauseMinutes'
  | 'agentPhone'
  | 'customerPhone'
  | 'file'
  | 'keywords'
  | 'fileCaption'
  | 'text';

export type FieldProblem =
  | 'missing'
  | 'invalid'
  | 'too-short'
  | 'too-long'
  | 'too-common'
  | 'own-data'
  | 'out-of-range';

export type RefusalKind = Refusal['kind'];

/** A refusal of one of the named kinds, for signatures that promise which ones may come. */
export type RefusalOf<Kind extends RefusalKind> = Extract<Refusal, { kind: Kind }>;
