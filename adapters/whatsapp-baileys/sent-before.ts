import './silence.ts';
import { proto, type WAMessageKey } from '@whiskeysockets/baileys';
import type { Device } from '#core/ports/device-store.ts';
import { type Address, parseAddress, sameAddress } from './address.ts';
import { keyFrom } from './serialization.ts';

export type SentBefore = {
  /** Before it is sent. */
  remember(providerId: string, address: string, content: proto.IMessage): Promise<void>;
  find(providerId: string): Promise<proto.IMessage | undefined>;
  /** For a phone that could not read it: ids can be guessed, so it has to be the one that it was sent to. */
  findFor(key: WAMessageKey): Promise<proto.IMessage | undefined>;
};

type Kept = { readonly to: string; readonly content: string };

export const sentBefore = ({ sent, keys }: Device): SentBefore => {
  const keptOf = async (providerId: string): Promise<Kept | null> => {
    const text = await sent.find(providerId);
    return text === null ? null : JSON.parse(text);
  };

  const isSame = async (one: Address, other: Address): Promise<boolean> => {
    if (one.by === other.by) return sameAddress(one, other);
    const [phone, lid] = one.by === 'phone' ? [one, other] : [other, one];
    const known = (await keys('lid-mapping', [phone.user])).get(phone.user);
    return known !== undefined && keyFrom('lid-mapping', known) === lid.user;
  };

  return {
    remember: (providerId, to, content) => {
      const bytes = Buffer.from(proto.Message.encode(content).finish());
      const kept: Kept = { to, content: bytes.toString('base64') };
      return sent.remember(providerId, JSON.stringify(kept));
    },

    async find(providerId) {
      const kept = await keptOf(providerId);
      return kept ? contentOf(kept) : undefined;
    },

    async findFor({ id, remoteJid }) {
      const kept = id ? await keptOf(id) : null;
      const [to, asking] = [parseAddress(kept?.to), parseAddress(remoteJid)];
      return kept && to && asking && (await isSame(to, asking)) ? contentOf(kept) : undefined;
    },
  };
};

const contentOf = ({ content }: Kept): proto.IMessage => proto.Message.decode(Buffer.from(content, 'base64'));
