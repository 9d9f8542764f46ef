import type { ActionFunctionArgs } from 'react-router-dom';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { call, signedIn } from '../api.ts';
import { useFocusKept } from '../focus-kept.ts';
import { built, paths } from '../paths.ts';
import { usePolling, useWhenVisible } from '../polling.ts';
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
import { OwnerNotice, stillTrue } from './dashboard/owner-notice.tsx';
import { PlanBanner } from './dashboard/plan-banner.tsx';

export const loader = signedIn(async () => {
  const [owner, plan, list, warnings] = await Promise.all([
    call(accounts.profile, {}),
    call(plans.current, {}),
    call(agents.list, {}),
    call(notices.list, {}),
  ]);
  return { owner, plan, list, warnings };
});

export const action = async ({ request }: ActionFunctionArgs) => carryOut(await request.formData());

export const Component = () => {
  const { owner, plan, list, warnings } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  useWhenVisible(revalidate);
  useFocusKept(list.length);
  usePolling(
    async (signal) => {
      if (statesOf(await call(agents.list, {}, signal)) !== statesOf(list)) await revalidate();
    },
    list.some(({ whatsapp }) => whatsapp === 'connecting') ? lookEveryMs : null,
  );
  const sum = (count: (agent: (typeof list)[number]) => number) =>
    list.reduce((total, agent) => total + count(agent), 0).toLocaleString('pt-BR');
  return (
    <>
      <TopBar home={paths.dashboard}>
        {built.has('guide') && <TextLink to={paths.guide}>Tutorial</TextLink>}
        <AccountMenu name={owner.name} />
      </TopBar>
      <Page title="Painel" actions={<Help />}>
        <div className="flex flex-col gap-6">
          <PlanBanner plan={plan} zone={owner.timeZone} />
          {warnings.filter(stillTrue(list)).map((warning) => (
            <OwnerNotice key={warning.id} warning={warning} agents={list} zone={owner.timeZone} />
          ))}
          <Counters>
            <Counter label="Agentes" value={sum(() => 1)} />
            <Counter label="Ativos" value={sum(({ online }) => Number(plan.active && online))} />
            <Counter label="Conectados" value={sum(({ whatsapp }) => Number(whatsapp === 'connected'))} />
            <Counter label="Enviadas" value={sum(({ stats }) => stats.sent)} />
            <Counter label="Recebidas" value={sum(({ stats }) => stats.received)} />
          </Counters>
          <div className="grid items-center gap-6 md:grid-cols-[1fr_auto]">
            <SectionHeading>Seus agentes</SectionHeading>
            <div className="order-last grid gap-3 md:order-none md:justify-items-end">
              <CreateAgentButton plan={plan} agents={list.length} />
            </div>
            <div className="md:col-span-2">
              {list.length === 0 ? (
                <NoAgents />
              ) : (
                <div className="grid gap-6 md:grid-cols-2">
                  {list.map((agent) => (
                    <AgentCard key={agent.id} agent={agent} planActive={plan.active} zone={owner.timeZone} />
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

/** While a number is being connected, its card follows it; a lost question about it is nothing to show. */
const lookEveryMs = 3000;

const statesOf = (list: Answered<typeof agents.list>): string =>
  list.map(({ id, whatsapp }) => `${id} ${whatsapp}`).join();

const NoAgents = () => (
  <Empty icon="chat" title="Você ainda não tem agentes.">
    Um agente responde aos clientes do seu negócio no WhatsApp. Crie o primeiro, conte o que ele precisa saber
    e conecte o seu número.
  </Empty>
);
