import type { history } from '#adapters/http/contract/history.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { momentWords } from '../../dates.ts';
import { phoneWords } from '../../phone-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Bubble } from '../../ui/bubble.tsx';
import { Conversation, Remark } from '../../ui/conversation.tsx';
import { Player } from '../../ui/player.tsx';
import { reasonSentences } from './reasons.pt-br.ts';
import { Sources } from './sources.tsx';

type HistoryEntry = Answered<typeof history.messages>[number];

/** What a customer wrote and what came of it. */
export const Entry = ({ entry, zone }: { entry: HistoryEntry; zone: string }) => {
  const phone = entry.customerPhone ? phoneWords(entry.customerPhone) : null;
  const channel = entry.channel === 'web' ? 'Chat do site' : 'WhatsApp';
  return (
    <Conversation
      title={entry.customerName ?? phone ?? 'Visitante do site'}
      detail={entry.customerName && phone ? `${phone} · ${channel}` : channel}
      at={momentWords(zone, entry.sentAt)}
    >
      <Bubble from="customer" who="Cliente">
        {entry.voices.map((link) => (
          <Player key={link} src={link} label="Áudio do cliente" />
        ))}
        {entry.question}
      </Bubble>
      {entry.files.length > 0 && (
        <Bubble from="us" who={entry.files.length === 1 ? 'Arquivo enviado' : 'Arquivos enviados'}>
          {entry.files.join('\n')}
        </Bubble>
      )}
      {entry.answer && (
        <Bubble from="us" who="Agente">
          {entry.answer}
        </Bubble>
      )}
      {entry.answer && entry.sources.length > 0 && <Sources sources={entry.sources} />}
      {!entry.finished && (
        <Badge tone="accent" icon="clock">
          Aguardando resposta
        </Badge>
      )}
      {entry.reason && <Remark>{reasonSentences[entry.reason]}</Remark>}
      {entry.test && (
        <Badge tone="neutral" icon="eye">
          Teste
        </Badge>
      )}
    </Conversation>
  );
};
