import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { bia } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type Pause = Answered<typeof pauses.add>;

const pause = (change: Partial<Pause> = {}): Pause => ({
  id: 5,
  agentId: 7,
  contactId: 1,
  customerPhone: '5511911112222',
  pausedAt: new Date('2026-11-20T15:00:00Z'),
  expiresAt: null,
  origin: 'list',
  ...change,
});

const pretend = (list: Pause[]) =>
  pretendServer(
    on(accounts.profile, () => bia),
    on(pauses.list, () => list),
    on(pauses.add, ({ customerPhone }) => {
      const added = pause({ customerPhone });
      list.push(added);
      return added;
    }),
    on(pauses.remove, () => void list.pop()),
  );

describe('the paused numbers', () => {
  it('are none at first', async () => {
    pretend([]);
    await openScreen('/agente/7/pausas');
    screen.getByRole('heading', { name: 'Interações Pausadas' });
    screen.getByText('Nenhuma pausa registrada.');
  });

  it('grow by the one that is typed', async () => {
    pretend([]);
    const { user } = await openScreen('/agente/7/pausas');
    await user.type(screen.getByLabelText('Telefone do cliente'), '11911112222');
    expect(screen.getByLabelText<HTMLInputElement>('Telefone do cliente').value).toBe('(11) 91111-2222');
    await user.click(screen.getByRole('button', { name: 'Pausar' }));
    await screen.findByText('(11) 91111-2222');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Telefone do cliente').value).toBe(''),
    );
  });

  it('need a number', async () => {
    const { calls } = pretend([]);
    const { user } = await openScreen('/agente/7/pausas');
    await user.click(screen.getByRole('button', { name: 'Pausar' }));
    await screen.findByText('Informe o telefone');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('say where they come from and when they end', async () => {
    pretend([
      pause({ id: 1, origin: 'human', expiresAt: new Date('2026-11-20T15:10:00Z') }),
      pause({ id: 2, origin: 'command' }),
    ]);
    await openScreen('/agente/7/pausas');
    screen.getByText('20/11/2026 às 11:00: você respondeu este cliente pelo celular.');
    screen.getByText(/O agente volta a responder .*11:10/);
    screen.getByText('Até você enviar /start na conversa ou remover a pausa.');
  });

  it('shrink after a confirmation', async () => {
    pretend([pause()]);
    const { user } = await openScreen('/agente/7/pausas');
    await user.click(screen.getByRole('button', { name: 'Remover pausa de (11) 91111-2222' }));
    const dialog = within(screen.getByRole('alertdialog'));
    dialog.getByText('Deseja realmente remover esta pausa?');
    await user.click(dialog.getByRole('button', { name: 'Remover pausa' }));
    await screen.findByText('Nenhuma pausa registrada.');
  });

  it('do not hide that they could not be loaded', async () => {
    pretendServer(
      on(accounts.profile, () => bia),
      on(pauses.list, () => new Refusal(503, 'Tente de novo em instantes.')),
    );
    await openScreen('/agente/7/pausas');
    screen.getByText('Não foi possível carregar as pausas.');
  });
});
