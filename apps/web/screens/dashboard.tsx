import type { ActionFunctionArgs } from 'react-router-dom';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import { call, signedIn } from '../api.ts';
import { built, paths } from '../paths.ts';
import { useWhenVisible } from '../polling.ts';
import { TextLink } from '../ui/button.tsx';
import { Counter, Counters } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Page, SectionHeading, TopBar } from '../ui/page.tsx';
import { AccountMenu } from './dashboard/account-menu.tsx';
import { AgentCard } from './dashboard/agent-card.tsx';
import { carryOut } from './dashboard/agent-deeds.ts';
import { CreateAgentButton } from './dashboard/create-agent-button.tsx';
import { Footer } from './dashboard/footer.tsx';
import { Help } from './dashboard/help.tsx';
import { OwnerNotice } from './dashboard/owner-notice.tsx';
import { PlanBanner } from './dashboard/plan-banner.tsx';

export const loader = signedIn(async () => {
  const [owner, plan, list, warnings] = await Promise.all([
    call(accounts.profile, {}),
    call(plans.current, {}),
    call(agents.list, {}),
    call(notices.list, {}),
  ]);
  const cards = await Promise.all(
    list.map(async (agent) => {
      const [stats, audio] = await Promise.all([
        call(agents.stats, { agentId: agent.id }),
        call(agents.audioUsage, { agentId: agent.id }),
      ]);
      return { agent, stats, audio };
    }),
  );
  return { owner, plan, cards, warnings };
});

export const action = async ({ request }: ActionFunctionArgs) => carryOut(await request.formData());

export const Component = () => {
  const { owner, plan, cards, warnings } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  useWhenVisible(revalidate);
  const sum = (count: (card: (typeof cards)[number]) => number) =>
    cards.reduce((total, card) => total + count(card), 0).toLocaleString('pt-BR');
  return (
    <>
      <TopBar home={paths.dashboard}>
        {built.has('guide') && <TextLink to={paths.guide}>Tutorial</TextLink>}
        <AccountMenu name={owner.name} />
      </TopBar>
      <Page title="Painel" actions={<Help />}>
        <div className="flex flex-col gap-6">
          <PlanBanner plan={plan} zone={owner.timeZone} />
          {warnings.map((warning) => (
            <OwnerNotice key={warning.id} warning={warning} zone={owner.timeZone} />
          ))}
          <Counters>
            <Counter label="Agentes" value={sum(() => 1)} />
            <Counter label="Ativos" value={sum(({ agent }) => Number(plan.active && agent.online))} />
            <Counter label="Conectados" value={sum(({ agent }) => Number(agent.whatsapp === 'connected'))} />
            <Counter label="Enviadas" value={sum(({ stats }) => stats.sent)} />
            <Counter label="Recebidas" value={sum(({ stats }) => stats.received)} />
          </Counters>
          <div className="grid items-center gap-6 md:grid-cols-[1fr_auto]">
            <SectionHeading>Seus agentes</SectionHeading>
            <div className="order-last grid gap-3 md:order-none md:justify-items-end">
              <CreateAgentButton plan={plan} agents={cards.length} />
            </div>
            <div className="md:col-span-2">
              {cards.length === 0 ? (
                <NoAgents />
              ) : (
                <div className="grid gap-6 md:grid-cols-2">
                  {cards.map((card) => (
                    <AgentCard key={card.agent.id} {...card} planActive={plan.active} zone={owner.timeZone} />
                  ))}
                </div>
              )}
            </div>
          </div>
        </div>
      </Page>
      <Footer />
    </>
  );
};

const NoAgents = () => (
  <Empty icon="chat" title="Você ainda não tem agentes.">
    Um agente responde os clientes do seu negócio no WhatsApp. Crie o primeiro, conte o que ele precisa saber
    e conecte o seu número.
  </Empty>
);
