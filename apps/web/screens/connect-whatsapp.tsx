import { useLoaderData } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { CallFailed, call, signedIn } from '../api.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { Connection } from './connect/connection.tsx';

export const loader = signedIn(async ({ request }) => {
  const agentId = Number(new URL(request.url).searchParams.get('id'));
  const [agent, zone, simulated] = await Promise.all([
    call(agents.find, { agentId }).catch(nothingIfUnknown),
    call(accounts.profile, {}).then(({ timeZone }) => timeZone, zoneOfThisBrowser),
    call(simulator.phones, {}).then(
      () => true,
      () => false,
    ),
  ]);
  return { agent: agent?.phone ? agent : null, zone, simulated };
});

const nothingIfUnknown = (problem: unknown): null => {
  if (problem instanceof CallFailed && [400, 404].includes(problem.status)) return null;
  throw problem;
};

/** Not worth a screen that does not open: only the end of a block is told in it. */
const zoneOfThisBrowser = (problem: unknown): string => {
  if (problem instanceof CallFailed) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  throw problem;
};

export const Component = () => {
  const { agent, zone, simulated } = useLoaderData<typeof loader>();
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page title="Conectar WhatsApp" lead={agent?.name} width="reading">
        <div className="grid gap-6">
          <Notice tone="warning" title="Antes de conectar">
            Esta conexão usa o WhatsApp Web e não é oficial do WhatsApp: existe o risco de o WhatsApp limitar
            ou bloquear o número. Conecte o número do negócio, não o pessoal, e nunca envie mensagens em
            massa.
          </Notice>
          {agent ? <Connection agent={agent} zone={zone} simulated={simulated} /> : <NoNumber />}
        </div>
      </Page>
    </>
  );
};

const NoNumber = () => (
  <Notice
    tone="danger"
    urgent
    title="Telefone do agente não encontrado."
    action={
      <ButtonLink look="quiet" to={paths.dashboard}>
        Voltar ao painel
      </ButtonLink>
    }
  >
    Informe o número de WhatsApp em Editar, no menu do agente, e tente de novo.
  </Notice>
);
