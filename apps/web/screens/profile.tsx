import type { ActionFunctionArgs } from 'react-router-dom';
import { useActionData, useLoaderData } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { nameMax } from '#core/domain/account.ts';
import { onlyDigits } from '#core/domain/digits.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import { call, signedIn } from '../api.ts';
import { problemsFrom, problemsIn, typed } from '../form-problems.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { PhoneField } from '../ui/masked-field.tsx';
import { taxId } from '../ui/masks.ts';
import { Page, TopBar } from '../ui/page.tsx';
import { sayDone, sayFailed } from '../ui/toast.tsx';
import { timeZones } from './profile-time-zones.ts';

export const loader = signedIn(() => call(accounts.profile, {}));

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData();
  const [name, phone, timeZone] = [typed(form, 'name'), typed(form, 'phone'), typed(form, 'timeZone')];
  const problems = problemsIn({
    name: name === '' && 'Informe seu nome.',
    phone: parseBrazilianPhone(phone) === null && 'Informe o telefone com DDD, como (11) 98765-4321.',
  });
  if (problems) return problems;
  try {
    await call(accounts.changeProfile, { name, phone: onlyDigits(phone), timeZone });
  } catch (failed) {
    const problems = problemsFrom(failed, 'Erro ao atualizar perfil');
    sayFailed('Erro ao atualizar perfil');
    return problems;
  }
  sayDone('Dados atualizados com sucesso!');
  return undefined;
};

export const Component = () => {
  const owner = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>();
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page title="Perfil" width="narrow" back={{ to: paths.dashboard, words: 'Voltar ao painel' }}>
        <Card>
          <Form problems={problems}>
            <TextField
              name="name"
              label="Nome"
              defaultValue={owner.name}
              autoComplete="name"
              maxLength={nameMax}
              required
              error={problems?.fields.name}
            />
            <PhoneField
              name="phone"
              label="Telefone (WhatsApp)"
              defaultValue={owner.phone}
              autoComplete="tel-national"
              required
              error={problems?.fields.phone}
            />
            <TextField name="email" label="E-mail" defaultValue={owner.email} readOnly />
            <TextField
              name="taxId"
              label="CPF ou CNPJ"
              defaultValue={taxId(owner.taxId)}
              readOnly
              help="E-mail e documento não podem ser alterados."
            />
            <Select
              name="timeZone"
              label="Fuso horário"
              defaultValue={owner.timeZone}
              help="Os horários do painel aparecem neste fuso."
              error={problems?.fields.timeZone}
            >
              {Object.entries({ [owner.timeZone]: owner.timeZone, ...timeZones }).map(([zone, words]) => (
                <option key={zone} value={zone}>
                  {words}
                </option>
              ))}
            </Select>
            <SubmitButton busyText="Salvando…">Salvar alterações</SubmitButton>
          </Form>
        </Card>
      </Page>
    </>
  );
};
