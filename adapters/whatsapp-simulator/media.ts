import type { FetchedMedia, MediaSource } from '#core/ports/media-source.ts';
import type { ChatKey } from './address.ts';
import type { World } from './world.ts';

/** Names one message of a number's album. */
type Place = { readonly chat: ChatKey; readonly fromMe: boolean; readonly id: string };

export const mediaRef = ({ chat, fromMe, id }: Place): string => JSON.stringify([chat, fromMe, id]);

/** The files of the simulated phones. Those that left the album are gone, as WhatsApp's are after a while. */
export const simulatedMediaSource = (world: World): MediaSource => ({
  async fetch({ phone }, ref, mostBytes): Promise<FetchedMedia> {
    const place = parseRef(ref);
    if (!place) return { kind: 'refused', why: 'not a reference of this network' };
    const bytes = world.media(phone, place.chat, place.id, place.fromMe);
    if (!bytes) return { kind: 'gone' };
    if (bytes.length > mostBytes) return { kind: 'refused', why: 'too large' };
    return { kind: 'fetched', bytes };
  },
});

const parseRef = (ref: string): Place | null => {
  try {
    const [chat, fromMe, id] = JSON.parse(ref);
    const named = typeof chat === 'string' && typeof fromMe === 'boolean' && typeof id === 'string';
    return named ? { chat, fromMe, id } : null;
  } catch {
    return null;
  }
};
