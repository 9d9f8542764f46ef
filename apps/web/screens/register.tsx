import type { ActionFunctionArgs } from 'react-router-dom';
import { redirect, useActionData } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { isEmail, nameMax, passwordBounds } from '#core/domain/account.ts';
import { onlyDigits } from '#core/domain/digits.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import { parseCpf, parseTaxId } from '#core/domain/tax-id.ts';
import { call } from '../api.ts';
import { problemsFrom, problemsIn, typed } from '../form-problems.ts';
import { paths } from '../paths.ts';
import { TextLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { PhoneField, TaxIdField } from '../ui/masked-field.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { sayDone } from '../ui/toast.tsx';

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData();
  const [name, taxIdText, email, phone] = ['name', 'taxId', 'email', 'phone'].map((field) =>
    typed(form, field),
  );
  const password = String(form.get('password') ?? '');
  const taxId = parseTaxId(taxIdText ?? '');
  const problems = problemsIn({
    name: !name && 'Informe seu nome.',
    taxId: taxId === null && 'CPF/CNPJ inválido',
    email: !isEmail(email ?? '') && 'Informe um e-mail válido.',
    phone: parseBrazilianPhone(phone ?? '') === null && 'Informe o telefone com DDD, como (11) 98765-4321.',
    password:
      password.length < passwordBounds.min &&
      `A senha precisa de pelo menos ${passwordBounds.min} caracteres.`,
  });
  if (problems || !name || !taxId || !email || !phone) return problems;
  const planId = Number(new URL(request.url).searchParams.get('plano')) || undefined;
  try {
    const cpf = parseCpf(taxId) ?? undefined;
    await call(accounts.register, { name, email, phone: onlyDigits(phone), password, cpf, taxId, planId });
  } catch (failed) {
    return problemsFrom(failed, 'Erro ao registrar');
  }
  sayDone('Conta criada! Agora é só entrar.');
  return redirect(paths.login);
};

export const Component = () => {
  const problems = useActionData<typeof action>();
  const wrong = problems?.fields;
  return (
    <>
      <TopBar home={paths.home} />
      <Page
        title="Criar Conta"
        lead="7 dias grátis para experimentar, sem cartão."
        width="narrow"
        back={{ to: paths.home, words: 'Voltar para a página inicial' }}
      >
        <Card>
          <Form problems={problems}>
            <TextField
              name="name"
              label="Nome"
              autoComplete="name"
              maxLength={nameMax}
              required
              error={wrong?.name}
            />
            <TaxIdField name="taxId" label="CPF ou CNPJ" required error={wrong?.taxId} />
            <TextField
              name="email"
              label="E-mail"
              type="email"
              autoComplete="email"
              required
              error={wrong?.email}
            />
            <PhoneField
              name="phone"
              label="Telefone (WhatsApp)"
              autoComplete="tel-national"
              required
              error={wrong?.phone}
            />
            <PasswordField
              name="password"
              label="Senha"
              autoComplete="new-password"
              maxLength={passwordBounds.max}
              required
              help={`Pelo menos ${passwordBounds.min} caracteres.`}
              error={wrong?.password}
            />
            <SubmitButton busyText="Cadastrando…">Cadastrar</SubmitButton>
          </Form>
          <p>
            Já é cliente? <TextLink to={paths.login}>Faça login aqui</TextLink>
          </p>
        </Card>
      </Page>
    </>
  );
};
