import { Suspense } from 'react';
import type { ActionFunctionArgs } from 'react-router-dom';
import { Await, useActionData, useLoaderData } from 'react-router-dom';
import { agents } from '#adapters/http/contract/agents.ts';
import { agentBounds, onlyModel } from '#core/domain/agent.ts';
import { onlyDigits } from '#core/domain/digits.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import { call, signedIn } from '../api.ts';
import { problemsFrom, problemsIn, typed } from '../form-problems.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ShownAgent } from './agent-form/agent-fields.tsx';
import { AgentFields } from './agent-form/agent-fields.tsx';
import { LoadFailed } from './agent-form/load-failed.tsx';

const idIn = (request: Request) => Number(new URL(request.url).searchParams.get('id')) || null;

/** Not awaited: the screen is there at once and says that the agent is on its way, or why it is not. */
export const loader = signedIn(({ request }) => {
  const agentId = idIn(request);
  const found: Promise<Found> | Found =
    agentId === null
      ? { agent: null }
      : call(agents.find, { agentId }).then(
          (agent) => ({ agent }),
          (problem: unknown) => ({ problem }),
        );
  return { agentId, found };
});

type Found = { agent: ShownAgent | null } | { problem: unknown };

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData();
  const draft = {
    name: typed(form, 'name'),
    description: typed(form, 'description'),
    businessInfo: typed(form, 'businessInfo'),
    dontKnowText: typed(form, 'dontKnowText'),
    phone: onlyDigits(typed(form, 'phone')),
    humanPauseMinutes: Number(typed(form, 'humanPauseMinutes') || Number.NaN),
    model: onlyModel,
  };
  const problems = problemsIn(wrongIn(draft));
  if (problems) return { problems };
  const agentId = idIn(request);
  try {
    const saved =
      agentId === null ? await call(agents.create, draft) : await call(agents.change, { ...draft, agentId });
    return { saved };
  } catch (failed) {
    return { problems: problemsFrom(failed, 'Erro ao salvar agente') };
  }
};

type Draft = Record<'name' | 'description' | 'businessInfo' | 'dontKnowText' | 'phone', string> & {
  humanPauseMinutes: number;
};

const wrongIn = (draft: Draft) => {
  const { min, max } = agentBounds.humanPauseMinutes;
  const minutes = draft.humanPauseMinutes;
  return {
    name: tooLong(draft.name, agentBounds.name) || (draft.name === '' && 'Dê um nome ao agente.'),
    description:
      tooLong(draft.description, agentBounds.description) ||
      (draft.description === '' && 'Diga em uma frase o que o agente faz.'),
    phone: parseBrazilianPhone(draft.phone) === null && 'Informe o número com DDD, como 55 11 98765-4321.',
    humanPauseMinutes:
      !(Number.isInteger(minutes) && minutes >= min && minutes <= max) &&
      `Informe um número inteiro de ${min} a ${max} minutos.`,
    dontKnowText: tooLong(draft.dontKnowText, agentBounds.dontKnowText),
    businessInfo:
      tooLong(draft.businessInfo, agentBounds.businessInfo) ||
      (draft.businessInfo === '' && 'Conte ao agente o que ele precisa saber do negócio.'),
  };
};

const tooLong = (text: string, max: number) =>
  text.length > max && `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`;

export const Component = () => {
  const { agentId, found } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page
        title={agentId === null ? 'Criar Agente' : 'Editar Agente'}
        width="reading"
        back={{ to: paths.dashboard, words: 'Voltar ao painel' }}
      >
        <Card>
          <Suspense fallback={<Loading />}>
            <Await resolve={found}>
              {(settled) =>
                'problem' in settled ? (
                  <LoadFailed problem={settled.problem} />
                ) : (
                  <AgentFields key={result?.saved?.id} agent={settled.agent} result={result} />
                )
              }
            </Await>
          </Suspense>
        </Card>
      </Page>
    </>
  );
};

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p>Carregando agente...</p>
    <Skeleton lines={6} />
  </div>
);
