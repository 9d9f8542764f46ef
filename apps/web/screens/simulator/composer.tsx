import { useEffect, useRef, useState } from 'react';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { call, detailOf } from '../../api.ts';
import { FileButton, SendButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields.tsx';
import { MessageBox, PhoneFoot } from '../../ui/phone.tsx';
import { sayFailed } from '../../ui/toast.tsx';
import { base64Of, secondsOf } from './attachment.ts';

type Written = { text?: string; image?: string; caption?: string; audio?: string; durationSeconds?: number };

export const Composer = ({ phone, contact }: { phone: string; contact: string }) => {
  const [text, setText] = useState('');
  const [author, setAuthor] = useState<'customer' | 'owner'>('customer');
  // The chat was opened with a button that is gone.
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const send = async (written: Written) => {
    setText('');
    try {
      await call(simulator.write, { phone, contact, fromMe: author === 'owner', ...written });
    } catch (problem) {
      setText((meanwhile) => meanwhile || text);
      sayFailed('A mensagem não foi enviada.', detailOf(problem));
    }
  };
  const sendAudio = async (file: File) =>
    send({ audio: await base64Of(file), durationSeconds: await secondsOf(file) });
  return (
    <PhoneFoot>
      <Choice
        legend="Quem escreve"
        name="author"
        value={author}
        options={{ customer: 'Cliente', owner: 'Dono do número' }}
        onValue={setAuthor}
      />
      <form
        className="flex items-end gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void send({ text });
        }}
      >
        <FileButton
          icon="image"
          label="Enviar imagem"
          accept="image/*"
          onFile={async (file) =>
            send({ image: await base64Of(file), ...(text.trim() && { caption: text }) })
          }
        />
        <FileButton icon="mic" label="Enviar arquivo de áudio" accept="audio/*" onFile={sendAudio} />
        <MessageBox ref={box} label="Mensagem" value={text} onValue={setText} />
        <SendButton label="Enviar" />
      </form>
    </PhoneFoot>
  );
};
