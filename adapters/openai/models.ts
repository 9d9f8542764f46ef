/**
 * What is asked for where the configuration names nothing: the models that OpenAI recommends and has not
 * announced the end of. https://developers.openai.com/api/docs/deprecations
 */
export const defaultModels = {
  chat: 'gpt-6-luna',
  transcription: 'gpt-transcribe',
  embedding: 'text-embedding-3-small',
} as const;

/** The model that is really asked; OpenAI has switched `gpt-3.5-turbo` off, so that name is never sent. */
export const chatModelFor = (configured: string | null | undefined): string =>
  !configured || configured.startsWith('gpt-3.5-turbo') ? defaultModels.chat : configured;

/**
 * From GPT-5.4 on, chat completions take function tools only without reasoning, and newer models must be told
 * so; other makers' servers may not know the field. https://developers.openai.com/api/docs/models/gpt-6-luna
 */
export const reasoningOf = (model: string): { readonly reasoning_effort?: 'none' } =>
  /^gpt-(5\.[1-9]|[6-9])/.test(model) ? { reasoning_effort: 'none' } : {};
