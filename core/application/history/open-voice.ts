import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { type VoiceType, voiceTypeOf } from '#core/domain/voice.ts';
import type { Ports } from '#core/ports/index.ts';

export type OpenedVoice = { readonly bytes: Uint8Array; readonly type: VoiceType };

/** A voice message to listen to; it is there for a week after it was heard. */
export const openVoice =
  ({ voices, voiceShelf }: Pick<Ports, 'voices' | 'voiceShelf'>) =>
  async (accountId: number, messageId: number): Promise<Result<OpenedVoice, RefusalOf<'not-found'>>> => {
    const key = await voices.fileOf(accountId, messageId);
    const bytes = key === null ? null : await voiceShelf.get(key);
    return bytes === null ? refused({ kind: 'not-found' }) : done({ bytes, type: voiceTypeOf(bytes) });
  };
