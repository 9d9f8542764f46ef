import { useState } from 'react';
import { parsePhone } from '#core/domain/phone.ts';
import { Button } from '../../ui/button.tsx';
import { PhoneField } from '../../ui/masked-field.tsx';
import { Small } from '../../ui/page.tsx';
import { ChatRow, PhoneScroll } from '../../ui/phone.tsx';
import { contactWords } from './handset.tsx';
import type { Seen } from './seen.ts';

type ChatListProps = { chats: Seen['chats']; onOpen: (contact: string) => void };

export const ChatList = ({ chats, onOpen }: ChatListProps) => {
  const [problem, setProblem] = useState<string>();
  return (
    <PhoneScroll>
      <form
        noValidate
        className="grid gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          const contact = parsePhone(String(new FormData(event.currentTarget).get('contact')));
          if (contact) onOpen(contact);
          else setProblem('Informe o número com DDD, como (11) 98765-4321.');
        }}
      >
        <PhoneField
          name="contact"
          label="Escrever como um cliente novo"
          defaultValue="11987650001"
          help="Invente um número: é o celular do cliente."
          error={problem}
        />
        <Button type="submit" look="whatsapp" icon="chat">
          Abrir conversa
        </Button>
      </form>
      {chats.length === 0 && (
        <div className="px-4">
          <Small>As conversas aparecem aqui.</Small>
        </div>
      )}
      <ul>
        {chats.map(({ contact, lastText, at }) => (
          <ChatRow
            key={contact}
            title={contactWords(contact)}
            detail={lastText ?? 'Mídia'}
            at={clock.format(at)}
            onOpen={() => onOpen(contact)}
          />
        ))}
      </ul>
    </PhoneScroll>
  );
};

/** The simulated phone lies on this desk: it shows the time of this desk. */
export const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });
