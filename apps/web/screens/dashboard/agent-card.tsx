import { useFetcher } from 'react-router-dom';
import type { agents } from '#adapters/http/contract/agents.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { factOf, wayOutOf } from '../../connection-words.ts';
import { nearMomentWords } from '../../dates.ts';
import { built, connectOf, documentsOf, keywordFilesOf } from '../../paths.ts';
import { phoneWords } from '../../phone-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Figure, Initial, Named } from '../../ui/card.tsx';
import { Small } from '../../ui/page.tsx';
import { AgentMenu } from './agent-menu.tsx';
import { AudioBar } from './audio-bar.tsx';

export type ShownAgent = Answered<typeof agents.list>[number];

type AgentCardProps = {
  agent: ShownAgent;
  planActive: boolean;
  zone: string;
};

export const AgentCard = ({ agent, planActive, zone }: AgentCardProps) => {
  const { stats, audio } = agent;
  const fetcher = useFetcher({ key: `agent-${agent.id}` });
  const online = planActive && agent.online;
  const count = (value: number) => value.toLocaleString('pt-BR');
  return (
    <Card label={agent.name}>
      <div className="flex items-start gap-3">
        <Initial of={agent.name} />
        <div className="min-w-0 flex-1">
          <Named name={agent.name} detail={agent.phone ? phoneWords(agent.phone) : 'Sem número de WhatsApp'}>
            {agent.description}
          </Named>
        </div>
        <AgentMenu agent={agent} submit={(deed) => fetcher.submit(deed, { method: 'post' })} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <WhatsAppBadge state={agent.whatsapp} paired={agent.connection.paired} />
        <Badge tone={online ? 'accent' : 'neutral'} icon={online ? 'power' : 'pause'}>
          {online ? 'Agente Online' : 'Agente Offline'}
        </Badge>
      </div>
      <WhyNot agent={agent} zone={zone} />
      <dl className="grid grid-cols-3 gap-3">
        <Figure label="Enviadas" value={count(stats.sent)} />
        <Figure label="Recebidas" value={count(stats.received)} />
        <Figure label="Contatos" value={count(stats.contacts)} />
      </dl>
      <Small>
        Última interação:{' '}
        {stats.lastInteractionAt ? nearMomentWords(zone, stats.lastInteractionAt, new Date()) : 'Nunca'}
      </Small>
      <AudioBar {...audio} />
      {canConnect(agent) && (
        <ButtonLink look="whatsapp" icon="link" to={connectOf(agent.id)}>
          Conectar WhatsApp
        </ButtonLink>
      )}
      <nav aria-label={`Ações rápidas de ${agent.name}`} className="flex flex-wrap gap-3">
        {built.has('documents') && (
          <ButtonLink look="quiet" icon="book" to={documentsOf(agent.id)}>
            Base de Conhecimento
          </ButtonLink>
        )}
        {built.has('keywordFiles') && (
          <ButtonLink look="quiet" icon="file" to={keywordFilesOf(agent.id)}>
            Respostas Automáticas
          </ButtonLink>
        )}
      </nav>
    </Card>
  );
};

/** Where the owner can do nothing, a button that leads nowhere would only wear patience out. */
export const canConnect = ({ whatsapp, phone, connection: { problem, until } }: ShownAgent): boolean =>
  whatsapp === 'disconnected' &&
  phone !== '' &&
  built.has('connect') &&
  (problem === null || wayOutOf({ problem, until }, new Date()) !== null);

/** An expired code is no news on a card: nobody scanned it, and the button says what to do. */
const WhyNot = ({ agent: { connection }, zone }: { agent: ShownAgent; zone: string }) => {
  const { problem, until } = connection;
  if (problem === null || problem === 'expired') return null;
  return (
    <Small>
      {factOf({ problem, until }, zone)}
      {problem === 'client-too-old' && ' Já fomos avisados: o agente volta sozinho.'}
    </Small>
  );
};

type BadgeProps = { state: ShownAgent['whatsapp']; paired: boolean };

const WhatsAppBadge = ({ state, paired }: BadgeProps) => {
  if (state === 'connected') {
    return (
      <Badge tone="success" icon="check">
        WhatsApp Conectado
      </Badge>
    );
  }
  return state === 'connecting' ? (
    <Badge tone="warning" icon="clock">
      {paired ? 'WhatsApp Reconectando' : 'WhatsApp Conectando'}
    </Badge>
  ) : (
    <Badge tone="neutral" icon="unlink">
      WhatsApp Desconectado
    </Badge>
  );
};
