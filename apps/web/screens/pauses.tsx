import type { ActionFunctionArgs } from 'react-router-dom';
import { useActionData, useLoaderData } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import { parsePhone } from '#core/domain/phone.ts';
import { call, detailOf, idIn, signedIn } from '../api.ts';
import { problemsFrom, problemsIn, typed } from '../form-problems.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { PhoneField } from '../ui/masked-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { sayDone, sayFailed } from '../ui/toast.tsx';
import { PausedNumber } from './pauses/paused-number.tsx';

/** A load that fails is logged, and also said: a silent failure would leave the robot talking. */
export const loader = signedIn(async ({ params }) => {
  const agentId = idIn(params.id);
  try {
    const [owner, paused] = await Promise.all([call(accounts.profile, {}), call(pauses.list, { agentId })]);
    return { paused, zone: owner.timeZone };
  } catch (problem) {
    const detail = detailOf(problem);
    console.error(problem);
    return { failed: true as const, detail };
  }
});

export const action = async ({ params, request }: ActionFunctionArgs) => {
  const form = await request.formData();
  const pauseId = Number(form.get('remove'));
  return pauseId ? remove(pauseId) : add(Number(params.id), typed(form, 'phone'));
};

const add = async (agentId: number, phone: string) => {
  if (phone === '') return problemsIn({ phone: 'Informe o telefone' });
  const customerPhone = parsePhone(phone);
  if (customerPhone === null) return problemsIn({ phone: 'Informe o número com DDD, como (11) 98765-4321.' });
  try {
    await call(pauses.add, { agentId, customerPhone });
  } catch (problem) {
    const problems = problemsFrom(problem, 'Não foi possível pausar este número.');
    console.error(problem);
    return problems;
  }
  sayDone('Número pausado.');
  return { added: Date.now() };
};

const remove = async (pauseId: number) => {
  try {
    await call(pauses.remove, { pauseId });
    sayDone('Pausa removida.');
  } catch (problem) {
    sayFailed('Não foi possível remover a pausa.', detailOf(problem));
    console.error(problem);
  }
  return null;
};

export const Component = () => {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const problems = result && 'fields' in result ? result : undefined;
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page
        title="Interações Pausadas"
        lead="O agente não responde os números desta lista. Use para fornecedores, família ou quem você prefere atender pessoalmente."
        width="reading"
        back="previous"
      >
        <div className="grid gap-6">
          <Card>
            <Form problems={problems} key={result && 'added' in result ? result.added : 'same'}>
              <PhoneField name="phone" label="Telefone do cliente" error={problems?.fields.phone} />
              <SubmitButton icon="pause" busyText="Pausando…">
                Pausar
              </SubmitButton>
            </Form>
          </Card>
          {'failed' in loaded ? (
            <Notice tone="danger" urgent title="Não foi possível carregar as pausas.">
              {loaded.detail}
            </Notice>
          ) : (
            <PausedNumbers {...loaded} />
          )}
        </div>
      </Page>
    </>
  );
};

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, { failed: true }>;

const PausedNumbers = ({ paused, zone }: Loaded) =>
  paused.length === 0 ? (
    <Empty icon="pause" title="Nenhuma pausa registrada.">
      O agente está respondendo todos os clientes.
    </Empty>
  ) : (
    <List>
      {paused.map((pause) => (
        <PausedNumber key={pause.id} pause={pause} zone={zone} />
      ))}
    </List>
  );
