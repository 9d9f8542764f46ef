import { phoneWords } from '../../phone-words.ts';
import { PhoneBar, PhoneFrame } from '../../ui/phone.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatView } from './chat-view.tsx';
import type { Seen } from './seen.ts';

type HandsetProps = {
  phone: string;
  contact: string | null;
  seen: Seen;
  onOpen: (contact: string) => void;
  onClose: () => void;
};

/** The phone: its chats, or one of them. */
export const Handset = ({ phone, contact, seen, onOpen, onClose }: HandsetProps) => (
  <PhoneFrame label={`Celular ${phoneWords(phone)}`}>
    {contact === null ? (
      <>
        <PhoneBar title="Conversas" detail={phoneWords(phone)} />
        <ChatList chats={seen.chats} onOpen={onOpen} />
      </>
    ) : (
      <>
        <PhoneBar title={contactWords(contact)} detail="conversa com o negócio" onBack={onClose} />
        <ChatView key={contact} phone={phone} contact={contact} messages={seen.chat} />
      </>
    )}
  </PhoneFrame>
);

export const contactWords = (contact: string): string =>
  /^\d+$/.test(contact) ? phoneWords(contact) : contact;
