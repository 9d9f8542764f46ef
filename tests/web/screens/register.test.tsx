import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const wrongWhileTyping = 'CPF ou CNPJ inválido. Verifique e tente novamente.';
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

const fillIn = async (user: User, taxId = '52998224725') => {
  await user.type(field('Nome'), 'Bia Ferreira');
  await user.type(field('CPF ou CNPJ'), taxId);
  await user.type(field('E-mail'), 'bia@salao.com.br');
  await user.type(field('Telefone (WhatsApp)'), '11987654321');
  await user.type(field('Senha'), 'tesoura azul 92');
};

describe('signing up', () => {
  it('sends digits only, and leads to the login', async () => {
    const asked: unknown[] = [];
    pretendServer(
      on(accounts.register, (registration) => {
        asked.push(registration);
        return { id: 1, name: 'Bia', email: 'bia@salao.com.br' };
      }),
    );
    const { user, where } = await openScreen('/register?plano=3', { token: null });
    await fillIn(user);
    expect(field('Telefone (WhatsApp)').value).toBe('(11) 98765-4321');
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await waitFor(() => expect(where()).toBe('/login'));
    expect(asked).toEqual([
      {
        name: 'Bia Ferreira',
        email: 'bia@salao.com.br',
        phone: '11987654321',
        password: 'tesoura azul 92',
        cpf: '52998224725',
        taxId: '52998224725',
        planId: 3,
      },
    ]);
  });

  it('needs all five fields, says so beside each and moves to the first', async () => {
    const { calls } = pretendServer();
    const { user } = await openScreen('/register', { token: null });
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await screen.findByText('Informe seu nome.');
    screen.getByText('CPF/CNPJ inválido');
    screen.getByText('Informe um e-mail válido.');
    expect(document.activeElement).toBe(field('Nome'));
    expect(field('Nome').getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  it('says what the server says', async () => {
    pretendServer(on(accounts.register, () => new Refusal(409, 'E-mail já cadastrado.')));
    const { user } = await openScreen('/register', { token: null });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    expect((await screen.findByRole('alert')).textContent).toBe('E-mail já cadastrado.');
  });

  it('has a sentence of its own when the server cannot be reached', async () => {
    pretendServer();
    const { user } = await openScreen('/register', { token: null });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Erro ao registrar');
  });

  describe('the tax id', () => {
    it('is left in peace while fewer than eleven digits are typed', async () => {
      const { user } = await openScreen('/register', { token: null });
      await user.type(field('CPF ou CNPJ'), '5299822472');
      expect(screen.queryByText(wrongWhileTyping)).toBeNull();
    });

    it('turns red at the keystroke that makes it wrong, and back at the one that mends it', async () => {
      const { user } = await openScreen('/register', { token: null });
      await user.type(field('CPF ou CNPJ'), '52998224726');
      screen.getByText(wrongWhileTyping);
      await user.type(field('CPF ou CNPJ'), '{Backspace}5');
      expect(screen.queryByText(wrongWhileTyping)).toBeNull();
      expect(field('CPF ou CNPJ').value).toBe('529.982.247-25');
    });

    it.each(['11222333000181', '12ABC34501DE35'])('takes the company %s', async (cnpj) => {
      const { user } = await openScreen('/register', { token: null });
      await user.type(field('CPF ou CNPJ'), cnpj);
      expect(field('CPF ou CNPJ').getAttribute('aria-invalid')).toBeNull();
    });

    it('stops the form when it is wrong', async () => {
      const { calls } = pretendServer();
      const { user } = await openScreen('/register', { token: null });
      await fillIn(user, '111');
      await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
      await screen.findByText('CPF/CNPJ inválido');
      expect(calls).toEqual([]);
    });
  });

  it('shows the password only when asked', async () => {
    const { user } = await openScreen('/register', { token: null });
    expect(field('Senha').type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostrar senha' }));
    expect(field('Senha').type).toBe('text');
  });
});
