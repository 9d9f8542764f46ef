import type { ActionFunctionArgs } from 'react-router-dom';
import { redirect, useActionData } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { isEmail } from '#core/domain/account.ts';
import { call } from '../api.ts';
import { problemsFrom, problemsIn, typed } from '../form-problems.ts';
import { built, paths } from '../paths.ts';
import { session } from '../session.ts';
import { TextLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { Page, TopBar } from '../ui/page.tsx';

export const action = async ({ request }: ActionFunctionArgs) => {
  const form = await request.formData();
  const email = typed(form, 'email');
  const password = String(form.get('password') ?? '');
  const problems = problemsIn({
    email: !isEmail(email) && 'Informe um e-mail válido.',
    password: password === '' && 'Informe sua senha.',
  });
  if (problems) return problems;
  try {
    const { token, user } = await call(accounts.logIn, { email, password });
    session.begin(token, user.id);
    return redirect(paths.dashboard);
  } catch (failed) {
    return problemsFrom(failed, 'Erro ao fazer login');
  }
};

export const Component = () => {
  const problems = useActionData<typeof action>();
  return (
    <>
      <TopBar home={paths.home} />
      <Page
        title="Acessar sua Conta"
        width="narrow"
        back={{ to: paths.home, words: 'Voltar para a página inicial' }}
      >
        <Card>
          <Form problems={problems}>
            <TextField
              name="email"
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              error={problems?.fields.email}
            />
            <PasswordField
              name="password"
              label="Senha"
              autoComplete="current-password"
              required
              error={problems?.fields.password}
            />
            <SubmitButton busyText="Entrando…">Entrar</SubmitButton>
          </Form>
          {built.has('forgottenPassword') && (
            <p>
              <TextLink to={paths.forgottenPassword}>Esqueci minha senha</TextLink>
            </p>
          )}
          <p>
            Ainda não tem conta? <TextLink to={paths.register}>Criar conta</TextLink>
          </p>
        </Card>
      </Page>
    </>
  );
};
