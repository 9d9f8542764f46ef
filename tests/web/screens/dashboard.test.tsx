import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { type ShownConnection, salon, shop, trial } from '../a-shop.ts';
import { openScreen, saidNow } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

const menuOf = async (user: Awaited<ReturnType<typeof openScreen>>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name: `Ações de ${name}` }));
  return within(screen.getByRole('menu', { name: `Ações de ${name}` }));
};

type Problem = ShownConnection['problem'];

const lostAs = (problem: Problem, id: number) => ({
  ...{
    id,
    agentId: 7,
    agentName: 'Salão da Bia',
    kind: 'number-lost' as const,
    customerPhone: null,
    problem,
  },
  at: new Date('2026-11-20T15:00:00Z'),
});

describe('the dashboard', () => {
  it('says until when the trial runs, in the zone of the account', async () => {
    pretendServer(...shop());
    await openScreen('/painel');
    screen.getByText('Período grátis até 28/11/2026');
    expect(document.title).toBe('Painel · Prosa');
  });

  it('counts agents, online ones, connected ones and messages', async () => {
    const list = [salon(), salon({ id: 8, name: 'Barbearia', online: false, whatsapp: 'disconnected' })];
    const stats = { sent: 120, received: 1_100, contacts: 9, lastInteractionAt: null };
    pretendServer(...shop({ list, stats }));
    await openScreen('/painel');
    const counted = (label: string) => screen.getAllByText(label)[0]?.parentElement?.textContent;
    expect(counted('Agentes')).toBe('Agentes2');
    expect(counted('Ativos')).toBe('Ativos1');
    expect(counted('Conectados')).toBe('Conectados1');
    expect(counted('Enviadas')).toBe('Enviadas240');
    expect(counted('Recebidas')).toBe('Recebidas2.200');
  });

  it('shows what state an agent is in, in words', async () => {
    pretendServer(...shop({ list: [salon({ online: false, whatsapp: 'disconnected' })] }));
    await openScreen('/painel');
    const card = within(screen.getByRole('article', { name: 'Salão da Bia' }));
    card.getByText('WhatsApp Desconectado');
    card.getByText('Agente Offline');
    card.getByText('Última interação: Nunca');
    expect(card.getByRole('link', { name: 'Conectar WhatsApp' }).getAttribute('href')).toBe(
      '/conectar-whatsapp?id=7',
    );
  });

  it('follows a number while it is being connected', async () => {
    const list = [salon({ whatsapp: 'connecting' })];
    pretendServer(...shop({ list }));
    await openScreen('/painel');
    screen.getByText('WhatsApp Conectando');
    list[0] = salon();
    window.dispatchEvent(new Event('online'));
    await screen.findByText('WhatsApp Conectado');
  });

  it('tells a number that comes back by itself from one that waits for its first scan', async () => {
    pretendServer(...shop({ list: [salon({ whatsapp: 'connecting' })], connection: { paired: true } }));
    await openScreen('/painel');
    screen.getByText('WhatsApp Reconectando');
  });

  it.each([
    ['logged-out', null, 'O WhatsApp foi desconectado no celular.', true],
    ['banned', null, 'O WhatsApp bloqueou este número.', true],
    ['replaced', null, 'Outro programa está usando a conexão deste número.', true],
    ['temporarily-banned', null, 'O WhatsApp bloqueou este número por um tempo.', true],
    [
      ...[
        'temporarily-banned',
        '2100-03-12T02:05:00Z',
        'O WhatsApp bloqueou este número até 11/03/2100 às 22:05.',
      ],
      false,
    ],
    [
      ...['client-too-old', null, 'O WhatsApp não aceita mais esta versão da conexão. Já fomos avisados:'],
      false,
    ],
  ] as [NonNullable<ShownConnection['problem']>, string | null, string, boolean][])(
    'says of %s until %s why it is disconnected, and shows the way out only where there is one',
    async (problem, until, said, wayOut) => {
      const connection = { problem, until: until ? new Date(until) : null, paired: problem !== 'logged-out' };
      pretendServer(...shop({ list: [salon({ whatsapp: 'disconnected' })], connection }));
      const { user } = await openScreen('/painel');
      const card = within(screen.getByRole('article', { name: 'Salão da Bia' }));
      card.getByText('WhatsApp Desconectado');
      card.getByText((text) => text.startsWith(said));
      expect(card.queryByRole('link', { name: 'Conectar WhatsApp' }) !== null).toBe(wayOut);
      const leave = (await menuOf(user, 'Salão da Bia')).queryByRole('menuitem', {
        name: 'Desconectar WhatsApp',
      });
      expect(leave !== null).toBe(connection.paired);
    },
  );

  it.each([
    ['banned', /O WhatsApp bloqueou este número. Abra o WhatsApp no celular do negócio/, 2],
    [null, /O WhatsApp foi desconectado. Conecte de novo/, 2],
    ['client-too-old', /O WhatsApp não aceita mais esta versão da conexão. Já fomos avisados e/, 0],
  ] as [Problem, RegExp, number][])(
    'says once that a number was lost as %s, and leads on only where there is a way',
    async (problem, said, links) => {
      const warnings = [lostAs(problem, 5), lostAs(problem, 4)];
      const list = [salon({ whatsapp: 'disconnected' })];
      pretendServer(...shop({ list, connection: { problem }, warnings }));
      await openScreen('/painel');
      screen.getByText(said);
      expect(screen.queryAllByRole('link', { name: 'Conectar WhatsApp' })).toHaveLength(links);
    },
  );

  it('says no more of a lost number once it is back, or away for another reason', async () => {
    const list = [salon(), salon({ id: 8, name: 'Barbearia', whatsapp: 'disconnected' })];
    const warnings = [lostAs('banned', 5), { ...lostAs('banned', 4), agentId: 8 }];
    pretendServer(...shop({ list, connection: { problem: 'logged-out' }, warnings }));
    await openScreen('/painel');
    expect(screen.queryByText(/Abra o WhatsApp no celular do negócio/)).toBeNull();
  });

  it('shows no agent as online without an active plan', async () => {
    pretendServer(...shop({ plan: { ...trial, active: false, status: 'expired' } }));
    await openScreen('/painel');
    screen.getByText('Agente Offline');
  });

  describe('the create button', () => {
    it('leads to the form below the limit', async () => {
      pretendServer(...shop());
      await openScreen('/painel');
      expect(screen.getByRole('link', { name: 'Criar Novo Agente' }).getAttribute('href')).toBe(
        '/configuracao',
      );
    });

    it('says that the limit of the plan is reached', async () => {
      pretendServer(...shop({ plan: { ...trial, agentLimit: 1 } }));
      const { user, where } = await openScreen('/painel');
      const button = screen.getByRole('button', { name: 'Limite do Plano Atingido' });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      await user.click(button);
      expect(where()).toBe('/painel');
    });

    it('says that there is no active plan', async () => {
      pretendServer(...shop({ plan: { ...trial, active: false, status: 'cancelled' } }));
      await openScreen('/painel');
      screen.getByRole('button', { name: 'Nenhum Plano Ativo' });
    });
  });

  describe('the audio bar', () => {
    it.each([
      { used: 119, look: 'normal' },
      { used: 120, look: 'warning' },
      { used: 149, look: 'warning' },
      { used: 150, look: 'reached' },
    ])('at $used of 150 is $look', async ({ used, look }) => {
      pretendServer(...shop({ audio: { used, limit: 150, unlimited: false } }));
      await openScreen('/painel');
      expect(screen.getByRole('meter').dataset.look).toBe(look);
      expect(screen.queryByText('Limite atingido') !== null).toBe(look === 'reached');
    });

    it('is words where there is no limit', async () => {
      pretendServer(...shop({ audio: { used: 9, limit: 0, unlimited: true } }));
      await openScreen('/painel');
      expect(screen.queryByRole('meter')).toBeNull();
      screen.getByText('Áudios transcritos no mês: 9 (ilimitado)');
    });

    it('is not there in a plan that hears no voice messages', async () => {
      pretendServer(...shop({ audio: { used: 0, limit: 0, unlimited: false } }));
      await openScreen('/painel');
      expect(screen.queryByRole('meter')).toBeNull();
      expect(screen.queryByText(/Áudios transcritos/)).toBeNull();
    });
  });

  describe('says how an action went', () => {
    const failing = () => new Refusal(500, 'Algo deu errado do nosso lado.');

    it.each([
      ['Duplicar', on(agents.duplicate, () => salon({ id: 8 })), 'Agente duplicado com sucesso!'],
      ['Duplicar', on(agents.duplicate, failing), 'Erro ao duplicar agente.'],
      ['Pausar agente', on(agents.setOnline, () => salon({ online: false })), 'Agente pausado com sucesso!'],
      ['Pausar agente', on(agents.setOnline, failing), 'Erro ao alterar status do agente.'],
    ])('%s', async (item, handler, said) => {
      pretendServer(handler, ...shop());
      const { user } = await openScreen('/painel');
      await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: item }));
      await saidNow(said);
    });

    it('Ativar agente', async () => {
      pretendServer(
        on(agents.setOnline, ({ online }) => salon({ online })),
        ...shop({ list: [salon({ online: false })] }),
      );
      const { user } = await openScreen('/painel');
      await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: 'Ativar agente' }));
      await saidNow('Agente ativado com sucesso!');
    });

    it('leaves what lies beneath a confirmation alone when its button is double-clicked', async () => {
      const list = [salon({ whatsapp: 'disconnected' })];
      pretendServer(
        on(agents.remove, () => undefined),
        ...shop({ list }),
      );
      const { user, where } = await openScreen('/painel');
      await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: 'Excluir' }));
      fireEvent.click(screen.getByRole('button', { name: 'Excluir agente' }), { detail: 1 });
      fireEvent.click(screen.getByRole('link', { name: 'Conectar WhatsApp' }), { detail: 2 });
      await saidNow('Agente excluído com sucesso!');
      expect(where()).toBe('/painel');
    });

    it.each([
      ['Excluir', 'Excluir agente', on(agents.remove, () => undefined), 'Agente excluído com sucesso!'],
      ['Excluir', 'Excluir agente', on(agents.remove, failing), 'Erro ao excluir agente.'],
      [
        'Desconectar WhatsApp',
        'Desconectar',
        on(whatsapp.disconnect, () => undefined),
        'WhatsApp desconectado com sucesso.',
      ],
      [
        'Desconectar WhatsApp',
        'Desconectar',
        on(whatsapp.disconnect, failing),
        'Erro ao desconectar WhatsApp.',
      ],
    ])('%s, after a confirmation with the verb %s', async (item, verb, handler, said) => {
      pretendServer(handler, ...shop());
      const { user } = await openScreen('/painel');
      await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: item }));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: verb }));
      await saidNow(said);
    });
  });

  it('asks before it deletes, in the words of the specification, and deletes nothing on Cancelar', async () => {
    const { calls } = pretendServer(...shop());
    const { user } = await openScreen('/painel');
    await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: 'Excluir' }));
    const dialog = within(screen.getByRole('alertdialog'));
    dialog.getByText('Tem certeza que deseja excluir este agente? Esta ação não pode ser desfeita.');
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('asks for everything anew after an action', async () => {
    const list = [salon()];
    pretendServer(
      on(agents.duplicate, () => {
        list.push(salon({ id: 8, name: 'Salão da Bia (cópia)' }));
        return salon({ id: 8 });
      }),
      ...shop({ list }),
    );
    const { user } = await openScreen('/painel');
    await user.click((await menuOf(user, 'Salão da Bia')).getByRole('menuitem', { name: 'Duplicar' }));
    await screen.findByRole('article', { name: 'Salão da Bia (cópia)' });
  });

  it('asks in one round, and again when the tab comes back into view', async () => {
    const { calls } = pretendServer(...shop());
    await openScreen('/painel');
    const firstRound = calls.length;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(calls).toHaveLength(2 * firstRound));
  });

  it('gives the code for the site, with the name made harmless', async () => {
    pretendServer(...shop({ list: [salon({ name: 'Bia "Top" <b>' })] }));
    const { user } = await openScreen('/painel');
    await user.click(
      (await menuOf(user, 'Bia "Top" <b>')).getByRole('menuitem', { name: 'Código para o site' }),
    );
    const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Código do chat' }).value;
    expect(code).toContain('data-agente-id="7" data-titulo="Bia &quot;Top&quot; &lt;b>"');
    expect(code).toContain('/widget.js" async></script>');
  });

  it('tells the owner what happened, until it is dismissed', async () => {
    const warnings = [
      {
        id: 3,
        agentId: 7,
        agentName: 'Salão da Bia',
        kind: 'handed-over' as const,
        customerPhone: '5511911112222',
        problem: null,
        at: new Date('2026-11-20T15:00:00Z'),
      },
    ];
    pretendServer(
      on(notices.dismiss, () => void warnings.pop()),
      ...shop({ warnings }),
    );
    const { user } = await openScreen('/painel');
    const told = screen.getByText(/\(11\) 91111-2222 espera por você no WhatsApp/);
    await user.click(screen.getByRole('button', { name: 'Dispensar aviso de Salão da Bia' }));
    await waitFor(() => expect(told.isConnected).toBe(false));
    expect(warnings).toEqual([]);
  });

  it('links to no screen that is not built yet', async () => {
    pretendServer(...shop());
    const { user } = await openScreen('/painel');
    await user.click(screen.getByRole('button', { name: 'Conta de Bia' }));
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual(['Perfil', 'Sair']);
  });
});
