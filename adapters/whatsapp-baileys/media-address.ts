import type { MediaRef } from './media-ref.ts';

/** Only these are ever asked for a file: what stands in a message is its sender's word. */
export type MediaHosts = {
  /** Where paths without a host lead, `name` or `name:port`. */
  readonly usual: string;
  allows(host: string): boolean;
};

export const whatsappHosts: MediaHosts = {
  usual: 'mmg.whatsapp.net',
  allows: (host) => /^[a-z0-9-]+(\.[a-z0-9-]+)*\.whatsapp\.net$/.test(host),
};

/** Where the file lies, or null when that is nowhere of WhatsApp's. A strange path is not made good by a good url. */
export const addressOf = (
  { directPath, url }: Pick<MediaRef, 'directPath' | 'url'>,
  hosts: MediaHosts,
): URL | null => {
  if (directPath !== null)
    return /^\/(?![/\\])/.test(directPath) ? at(`https://${hosts.usual}${directPath}`, hosts) : null;
  return url === null ? null : at(url, hosts);
};

/** Whatever a parser would have to correct first means something else to somebody. */
const at = (text: string, hosts: MediaHosts): URL | null => {
  const address = URL.canParse(text) ? new URL(text) : null;
  const plain = address !== null && address.href === text && !/[\\@#]/.test(text);
  return plain && address.protocol === 'https:' && hosts.allows(address.host) ? address : null;
};
