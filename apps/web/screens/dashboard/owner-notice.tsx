import { useFetcher } from 'react-router-dom';
import { connectionWords } from '#adapters/http/contract/connection.pt-br.ts';
import type { notices } from '#adapters/http/contract/notices.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import type { NoticeKind } from '#core/domain/notice.ts';
import { nearMomentWords } from '../../dates.ts';
import { connectOf, historyOf } from '../../paths.ts';
import { phoneWords } from '../../phone-words.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ShownAgent } from './agent-card.tsx';
import { canConnect } from './agent-card.tsx';

export type Warning = Answered<typeof notices.list>[number];

const sentences: Record<Exclude<NoticeKind, 'number-lost'>, (customer: string) => string> = {
  'ai-failed': (customer) =>
    `A inteligência artificial falhou e ${customer} ficou sem resposta. Responda pelo WhatsApp.`,
  'handed-over': (customer) => `O agente não tinha a resposta: ${customer} espera por você no WhatsApp.`,
  robot: (customer) =>
    `A conversa com ${customer} parecia com outro robô. O agente parou de responder por uma hora.`,
  'late-messages': (customer) =>
    `O WhatsApp ficou fora do ar e chegaram mensagens atrasadas de ${customer}. Elas não foram respondidas.`,
};

const sentenceOf = ({ kind, customerPhone, problem }: Warning): string => {
  if (kind !== 'number-lost')
    return sentences[kind](customerPhone ? phoneWords(customerPhone) : 'um cliente');
  if (problem === null)
    return 'O WhatsApp foi desconectado. Conecte de novo para o agente voltar a responder.';
  const { fact, way } = connectionWords[problem];
  return `${fact} ${way}`;
};

/** That a number was lost is worth a word until it is back, or is away for another reason. */
export const stillTrue = (agents: readonly ShownAgent[]) => (one: Warning, place: number, all: Warning[]) => {
  if (one.kind !== 'number-lost') return true;
  const newest = all.findIndex(({ kind, agentId }) => kind === 'number-lost' && agentId === one.agentId);
  const agent = agents.find(({ id }) => id === one.agentId);
  return newest === place && agent?.whatsapp === 'disconnected' && agent.connection.problem === one.problem;
};

type OwnerNoticeProps = { warning: Warning; agents: readonly ShownAgent[]; zone: string };

export const OwnerNotice = ({ warning, agents, zone }: OwnerNoticeProps) => {
  const fetcher = useFetcher();
  if (fetcher.state !== 'idle') return null;
  const lost = warning.kind === 'number-lost';
  const hopeless = lost && !agents.some((agent) => agent.id === warning.agentId && canConnect(agent));
  return (
    <Notice
      tone="warning"
      title={warning.agentName}
      action={
        !hopeless && (
          <TextLink to={lost ? connectOf(warning.agentId) : historyOf(warning.agentId)}>
            {lost ? 'Conectar WhatsApp' : 'Ver histórico'}
          </TextLink>
        )
      }
      dismiss={{
        label: `Dispensar aviso de ${warning.agentName}`,
        now: () => fetcher.submit({ deed: 'dismiss-notice', id: String(warning.id) }, { method: 'post' }),
      }}
    >
      {sentenceOf(warning)} ({nearMomentWords(zone, warning.at, new Date())})
    </Notice>
  );
};
