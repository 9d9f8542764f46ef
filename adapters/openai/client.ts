import type OpenAI from 'openai';
import { keptAliveFetch } from './kept-alive-fetch.ts';

type Server = { readonly apiKey: string; readonly baseUrl?: string | null };

type Limits = Parameters<typeof keptAliveFetch>[0] & { readonly totalMs: number };

/** Loaded only here: the SDK weighs 35 MB. Nothing is taken from the environment, nothing is retried or logged. */
export const connect = async ({ apiKey, baseUrl }: Server, limits: Limits): Promise<OpenAI> => {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    fetch: keptAliveFetch(limits),
    timeout: limits.totalMs,
    maxRetries: 0,
    logLevel: 'off',
  });
};
