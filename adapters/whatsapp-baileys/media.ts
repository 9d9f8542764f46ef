import type { IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';
import type { FetchedMedia, MediaSource } from '#core/ports/media-source.ts';
import { addressOf, type MediaHosts, whatsappHosts } from './media-address.ts';
import { parseRef } from './media-ref.ts';
import { publicAgent } from './public-hosts.ts';
import { sealedBytes, unseal } from './sealed-file.ts';

export type MediaOptions = {
  /** Instead of WhatsApp's own: for a test's server, which nobody else has. */
  readonly hosts?: MediaHosts;
  readonly agent?: Agent;
  /** For all of it, from the first question for the name to the last byte. */
  readonly timeoutMs?: number;
};

/**
 * Files as WhatsApp keeps them. Not by the library's own download, which asks whatever host a message names, follows it
 * anywhere and reads without end (security: a customer's message must not make this server speak to a stranger).
 */
export const baileysMediaSource = ({
  hosts = whatsappHosts,
  agent = publicAgent(),
  timeoutMs = 20_000,
}: MediaOptions = {}): MediaSource => ({
  async fetch(_session, text, mostBytes): Promise<FetchedMedia> {
    const ref = parseRef(text);
    if (!ref) return refused('not a reference of this network');
    const address = addressOf(ref, hosts);
    if (!address) return refused("not at a host of WhatsApp's");
    if (ref.bytes !== null && ref.bytes > mostBytes) return refused('too large');
    const answer = await download(address, sealedBytes(mostBytes), agent, AbortSignal.timeout(timeoutMs));
    if (!Buffer.isBuffer(answer)) return answer;
    const bytes = unseal(answer, ref);
    if (!bytes) return refused('not what its sender said it is');
    return bytes.length > mostBytes ? refused('too large') : { kind: 'fetched', bytes };
  },
});

const refused = (why: string): FetchedMedia => ({ kind: 'refused', why });

const download = async (
  address: URL,
  mostBytes: number,
  agent: Agent,
  signal: AbortSignal,
): Promise<Buffer | FetchedMedia> => {
  const response = await answerOf(address, agent, signal);
  try {
    const verdict = verdictOn(response, mostBytes);
    return verdict ?? (await bodyOf(response, mostBytes)) ?? refused('too large');
  } finally {
    response.destroy();
  }
};

/** Redirections are answers, and not followed. */
const answerOf = (address: URL, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    const headers = { Origin: 'https://web.whatsapp.com', 'Accept-Encoding': 'identity' };
    request(address, { agent, signal, headers }, answered).on('error', failed).end();
  });

/** Signatures in addresses run out, which WhatsApp says by 403. */
const goneStatuses: readonly unknown[] = [403, 404, 410];

const verdictOn = ({ statusCode = 0, headers }: IncomingMessage, mostBytes: number): FetchedMedia | null => {
  if (goneStatuses.includes(statusCode)) return { kind: 'gone' };
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429)
    throw new Error(`The file's host answered ${statusCode}.`);
  if (statusCode !== 200) return refused(`its host answered ${statusCode}`);
  return Number(headers['content-length'] ?? 0) > mostBytes ? refused('too large') : null;
};

/** Null as soon as there is more than that. */
const bodyOf = async (response: IncomingMessage, mostBytes: number): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
};
