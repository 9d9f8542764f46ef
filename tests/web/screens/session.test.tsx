import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { session } from '../../../apps/web/session.ts';
import { bia, shop } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

const logIn = async (user: Awaited<ReturnType<typeof openScreen>>['user']) => {
  await user.type(screen.getByLabelText('E-mail'), bia.email);
  await user.type(screen.getByLabelText('Senha'), 'tesoura azul 92');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
};

describe('a session', () => {
  it('begins at the login, which leads to the dashboard', async () => {
    pretendServer(
      on(accounts.logIn, () => ({ token: 'ses_1', user: { id: 4, name: bia.name, email: bia.email } })),
      ...shop(),
    );
    const { user, where } = await openScreen('/login', { token: null });
    await logIn(user);
    await waitFor(() => expect(where()).toBe('/painel'));
    expect([session.token(), session.userId()]).toEqual(['ses_1', '4']);
  });

  it('does not begin with wrong credentials, which is no reason to leave the login', async () => {
    pretendServer(on(accounts.logIn, () => new Refusal(401, 'E-mail ou senha inválidos.')));
    const { user, where } = await openScreen('/login', { token: null });
    await logIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe('E-mail ou senha inválidos.');
    expect(where()).toBe('/login');
  });

  it.each([
    '/painel',
    '/configuracao',
    '/configuracao?id=7',
    '/conectar-whatsapp?id=7',
    '/historico/7',
    '/agente/7/pausas',
    '/perfil',
  ])('is needed for %s', async (address) => {
    const { calls } = pretendServer();
    const { where } = await openScreen(address, { token: null });
    await screen.findByRole('heading', { name: 'Acessar sua Conta' });
    expect(where()).toBe('/login');
    expect(calls).toEqual([]);
  });

  it.each([
    '/painel',
    '/configuracao?id=7',
    '/conectar-whatsapp?id=7',
    '/historico/7',
    '/agente/7/pausas',
    '/perfil',
  ])('that is dead ends at the login, with nothing kept, from %s', async (address) => {
    globalThis.fetch = async () => Response.json({ message: 'Sua sessão terminou.' }, { status: 401 });
    const { where } = await openScreen(address);
    await waitFor(() => expect(where()).toBe('/login'));
    expect(session.token()).toBeNull();
  });

  it('ends with Sair, whether or not the server hears of it', async () => {
    pretendServer(...shop());
    const { user, where } = await openScreen('/painel');
    await user.click(screen.getByRole('button', { name: 'Conta de Bia' }));
    await user.click(screen.getByRole('menuitem', { name: 'Sair' }));
    await waitFor(() => expect(where()).toBe('/login'));
    expect(session.token()).toBeNull();
  });
});

describe('what nobody expected', () => {
  it('is said kindly, with the router’s own words in small print', async () => {
    pretendServer(
      on(agents.list, () => new Refusal(500, 'Algo deu errado.')),
      ...shop(),
    );
    await openScreen('/painel');
    screen.getByText('Unexpected Application Error!');
    expect(screen.getByRole('link', { name: 'Voltar ao painel' }).getAttribute('href')).toBe('/painel');
  });

  it.each(['/documentos/abc', '/respostas-arquivo', '/historico/0', '/agente/x/pausas'])(
    'says of %s that nothing is there',
    async (address) => {
      pretendServer(...shop());
      await openScreen(address);
      screen.getByText('Não encontramos o que você procurava.');
    },
  );

  it('has a page for an address that does not exist', async () => {
    await openScreen('/nao-existe', { token: null });
    screen.getByRole('heading', { name: 'Página não encontrada' });
    expect(screen.getByRole('link', { name: 'Voltar ao início' }).getAttribute('href')).toBe('/');
  });
});
