import { describe, expect, it } from 'vitest';
import { messageBounds } from '#core/domain/message.ts';

describe('a message', () => {
  it('sent by the panel has up to 4,000 characters, and a voice message is heard up to five minutes', () => {
    expect(messageBounds).toMatchObject({ panelText: 4_000, audioMinutes: 5 });
  });
});
