import { Bubble } from '../../ui/bubble.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PhoneLog } from '../../ui/phone.tsx';
import { clock } from './chat-list.tsx';
import { Composer } from './composer.tsx';
import type { SimulatedMessage } from './seen.ts';

type ChatViewProps = { phone: string; contact: string; messages: readonly SimulatedMessage[] };

/** The agent's phone is looked at: what customers wrote stands left, what went out from it stands right. */
export const ChatView = ({ phone, contact, messages }: ChatViewProps) => (
  <>
    <PhoneLog label="Mensagens" length={messages.length}>
      {messages.map(({ id, fromMe, text, file, sentAt }) => (
        <Bubble key={id} from={fromMe ? 'us' : 'customer'} foot={clock.format(sentAt)}>
          {file && (
            <p className="flex items-center gap-2">
              <Attached file={file} />
            </p>
          )}
          {text}
        </Bubble>
      ))}
    </PhoneLog>
    <Composer phone={phone} contact={contact} />
  </>
);

/** Pictures and voice messages have no names; documents keep theirs. */
const Attached = ({ file }: { file: string }) => {
  if (file.startsWith('image.'))
    return (
      <>
        <Icon name="image" /> Imagem
      </>
    );
  if (file.startsWith('audio.'))
    return (
      <>
        <Icon name="mic" /> Áudio
      </>
    );
  return (
    <>
      <Icon name="file" /> {file}
    </>
  );
};
