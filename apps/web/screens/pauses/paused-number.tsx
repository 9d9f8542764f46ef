import { useState } from 'react';
import { useFetcher } from 'react-router-dom';
import type { pauses } from '#adapters/http/contract/pauses.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import type { PauseOrigin } from '#core/domain/pause.ts';
import { momentWords, nearMomentWords } from '../../dates.ts';
import { phoneWords } from '../../phone-words.ts';
import { IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ListItem } from '../../ui/list.tsx';
import { Small } from '../../ui/page.tsx';

type Pause = Answered<typeof pauses.list>[number];

const origins: Record<PauseOrigin, string> = {
  list: 'pausado por você no painel',
  command: 'pausado pelo comando /stop',
  human: 'você respondeu este cliente pelo celular',
  robot: 'parecia uma conversa com outro robô',
};

export const PausedNumber = ({ pause, zone }: { pause: Pause; zone: string }) => {
  const [asking, setAsking] = useState(false);
  const fetcher = useFetcher();
  const phone = pause.customerPhone ? phoneWords(pause.customerPhone) : 'Número não informado pelo WhatsApp';
  const remove = () => {
    setAsking(false);
    fetcher.submit({ remove: String(pause.id) }, { method: 'post' });
  };
  return (
    <ListItem
      title={phone}
      action={
        <IconButton icon="trash" aria-label={`Remover pausa de ${phone}`} onClick={() => setAsking(true)} />
      }
    >
      <Small>
        {momentWords(zone, pause.pausedAt)}: {origins[pause.origin]}.
      </Small>
      <Small>{endOf(pause, zone)}</Small>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remover pausa"
        verb="Remover pausa"
        onConfirm={remove}
      >
        <p>Deseja realmente remover esta pausa?</p>
      </AlertDialog>
    </ListItem>
  );
};

const endOf = ({ expiresAt, origin }: Pause, zone: string): string => {
  if (expiresAt) return `O agente volta a responder ${nearMomentWords(zone, expiresAt, new Date())}.`;
  return origin === 'command'
    ? 'Até você enviar /start na conversa ou remover a pausa.'
    : 'Até você remover a pausa.';
};
