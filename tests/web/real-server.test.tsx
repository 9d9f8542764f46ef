import { screen } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCpf, newPhone, openWorld, type World } from '#tests/support/world.ts';
import { openScreen } from './open-screen.tsx';

describe('the app on the real server', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld();
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(world.url);
  });
  afterAll(() => world.close());

  it('signs up, signs in and makes an agent', async () => {
    const { user } = await openScreen('/register', { token: null });
    const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text);
    await type('Nome', 'Bia Ferreira');
    await type('CPF ou CNPJ', newCpf());
    await type('E-mail', 'bia@salao.com.br');
    await type('Telefone (WhatsApp)', newPhone());
    await type('Senha', 'tesoura azul 92');
    await user.click(screen.getByRole('button', { name: 'Cadastrar' }));
    await screen.findByRole('heading', { name: 'Acessar sua Conta' });

    await type('E-mail', 'bia@salao.com.br');
    await type('Senha', 'tesoura azul 92');
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    await user.click(await screen.findByRole('link', { name: 'Criar Novo Agente' }));

    await screen.findByRole('heading', { name: 'Criar Agente' });
    await type('Nome do agente', 'Salão da Bia');
    await type('Descrição', 'Atende o salão');
    await type('Número de WhatsApp', newPhone());
    await type('Informações do negócio', 'Corte: 70 reais.');
    await user.click(screen.getByRole('button', { name: 'Criar agente' }));
    await screen.findByText('Agente criado com sucesso!');

    await user.click(screen.getAllByRole('link', { name: 'Voltar ao painel' }).at(-1) as HTMLElement);
    const card = await screen.findByRole('article', { name: 'Salão da Bia' });
    expect(card.textContent).toContain('WhatsApp Desconectado');
    expect(card.textContent).toContain('Agente Online');
  });
});
