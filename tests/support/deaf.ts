import type { HearingNeeds } from '#core/application/conversation/hear.ts';

/** A worker that hears no voice messages needs nothing to hear them with. */
export const deaf: Pick<HearingNeeds, 'mediaSource' | 'transcriber' | 'voiceShelf'> = {
  transcriber: null,
  mediaSource: { fetch: async () => ({ kind: 'gone' }) },
  voiceShelf: { put: async () => undefined, get: async () => null, remove: async () => undefined },
};
