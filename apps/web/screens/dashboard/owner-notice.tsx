import { useFetcher } from 'react-router-dom';
import type { notices } from '#adapters/http/contract/notices.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import type { NoticeKind } from '#core/domain/notice.ts';
import { nearMomentWords } from '../../dates.ts';
import { connectOf, historyOf } from '../../paths.ts';
import { phoneWords } from '../../phone-words.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type Warning = Answered<typeof notices.list>[number];

const sentences: Record<NoticeKind, (customer: string) => string> = {
  'ai-failed': (customer) =>
    `A inteligência artificial falhou e ${customer} ficou sem resposta. Responda pelo WhatsApp.`,
  'handed-over': (customer) => `O agente não tinha a resposta: ${customer} espera por você no WhatsApp.`,
  robot: (customer) =>
    `A conversa com ${customer} parecia com outro robô. O agente parou de responder por uma hora.`,
  'number-lost': () =>
    'O WhatsApp foi desconectado no celular. O agente só responde depois de conectado de novo.',
  'late-messages': (customer) =>
    `O WhatsApp ficou fora do ar e chegaram mensagens atrasadas de ${customer}. Elas não foram respondidas.`,
};

export const OwnerNotice = ({ warning, zone }: { warning: Warning; zone: string }) => {
  const fetcher = useFetcher();
  if (fetcher.state !== 'idle') return null;
  const customer = warning.customerPhone ? phoneWords(warning.customerPhone) : 'um cliente';
  const lost = warning.kind === 'number-lost';
  return (
    <Notice
      tone="warning"
      title={warning.agentName}
      action={
        <TextLink to={lost ? connectOf(warning.agentId) : historyOf(warning.agentId)}>
          {lost ? 'Conectar WhatsApp' : 'Ver histórico'}
        </TextLink>
      }
      dismiss={{
        label: `Dispensar aviso de ${warning.agentName}`,
        now: () => fetcher.submit({ deed: 'dismiss-notice', id: String(warning.id) }, { method: 'post' }),
      }}
    >
      {sentences[warning.kind](customer)} ({nearMomentWords(zone, warning.at, new Date())})
    </Notice>
  );
};
