import { proto } from '@whiskeysockets/baileys';
import './silence.ts';
import { type Device, type ReceivedContent, unreadSuffix } from '#core/ports/device-store.ts';
import { toKept } from './content.ts';
import type { Envelope } from './envelope.ts';
import { digestOf } from './write-ahead.ts';

/**
 * Whose content never came is reported without it, so that somebody asks the customer to write again. Under a name of
 * its own: should the content come after all, it is a message that nobody has seen.
 */
export const reportUnreadable = async (
  device: Device,
  before: Date,
  arrived: (id: number, kept: string) => void,
): Promise<void> => {
  const overdue = await device.inbox.awaitedSince(before);
  if (overdue.length === 0) return;
  const received = overdue.map(({ envelope: text, ...name }): ReceivedContent => {
    const providerId = `${name.providerId}${unreadSuffix}`;
    const envelope: Envelope = { ...(JSON.parse(text) as Envelope), providerId };
    const content = toKept({ envelope, message: proto.Message.encode({}).finish() });
    return { ...name, providerId, digest: digestOf(Buffer.from(content)), content, reportable: true };
  });
  const ids = await device.commit({ keys: [], received });
  for (const [i, id] of ids.entries()) {
    const content = received[i]?.content;
    if (id !== null && content !== undefined) arrived(id, content);
  }
};
