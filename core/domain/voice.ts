/** What is fetched and heard of one voice message at most. */
export const voiceBounds = { bytes: 16 * 1024 * 1024 } as const;

export type VoiceType = 'audio/ogg' | 'audio/mpeg' | 'audio/mp4' | 'audio/wav';

/** By how the file begins; WhatsApp's own voice messages are Ogg. */
export const voiceTypeOf = (bytes: Uint8Array): VoiceType => {
  if (says(bytes, 4, 'ftyp')) return 'audio/mp4';
  if (says(bytes, 0, 'RIFF') && says(bytes, 8, 'WAVE')) return 'audio/wav';
  const isMpegFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return says(bytes, 0, 'ID3') || isMpegFrame ? 'audio/mpeg' : 'audio/ogg';
};

/**
 * How long an Ogg file of Opus lasts, rounded down, by what its last page says; null for any other. A sender may say
 * that five hours are five seconds.
 */
export const opusSeconds = (bytes: Uint8Array): number | null => {
  if (!says(bytes, 0, 'OggS') || !says(bytes, 28, 'OpusHead')) return null;
  for (let at = bytes.length - 14; at > 0; at -= 1) {
    if (!says(bytes, at, 'OggS')) continue;
    const page = new DataView(bytes.buffer, bytes.byteOffset + at, 14);
    const samples = page.getUint32(6, true) + page.getUint32(10, true) * 2 ** 32;
    return Math.min(Math.floor(samples / opusSamplesPerSecond), longestSeconds);
  }
  return 0;
};
const opusSamplesPerSecond = 48_000;
/** A day: what a file claims beyond that is not worth telling, nor fit to be stored. */
const longestSeconds = 86_400;

const says = (bytes: Uint8Array, at: number, word: string): boolean =>
  bytes.length >= at + word.length &&
  [...word].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
