import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { salon } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const minutes = 'Tempo de pausa após mensagem humana (minutos)';

const fillIn = async (user: User) => {
  await user.type(field('Nome do agente'), 'Salão da Bia');
  await user.type(field('Descrição'), 'Atende o salão');
  await user.type(field('Número de WhatsApp'), '11987654321');
  await user.type(field('Informações do negócio'), 'Corte: 70 reais.');
};

describe('creating an agent', () => {
  it('sends the draft, says so, starts over and leads on', async () => {
    const asked: unknown[] = [];
    pretendServer(
      on(agents.create, (draft) => {
        asked.push(draft);
        return salon({ whatsapp: 'disconnected' });
      }),
    );
    const { user } = await openScreen('/configuracao');
    screen.getByRole('heading', { name: 'Criar Agente' });
    await fillIn(user);
    expect(field('Número de WhatsApp').value).toBe('55 11 98765-4321');
    await user.click(screen.getByRole('button', { name: 'Criar agente' }));
    await screen.findByText('Agente criado com sucesso!');
    expect(document.activeElement?.textContent).toContain('Agente criado com sucesso!');
    expect(asked).toEqual([
      {
        name: 'Salão da Bia',
        description: 'Atende o salão',
        businessInfo: 'Corte: 70 reais.',
        dontKnowText: '',
        phone: '5511987654321',
        humanPauseMinutes: 10,
        model: 'gpt-3.5-turbo',
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Criar agente' })).toBeNull();
    expect(field('Nome do agente').value).toBe('');
    expect(screen.getAllByRole('link', { name: 'Voltar ao painel' }).at(-1)?.getAttribute('href')).toBe(
      '/painel',
    );
    expect(screen.getByRole('link', { name: 'Conectar WhatsApp' }).getAttribute('href')).toBe(
      '/conectar-whatsapp?id=7',
    );
  });

  it('creates one agent from a double click', async () => {
    let created = 0;
    pretendServer(
      on(agents.create, () => {
        created += 1;
        return salon({ whatsapp: 'disconnected' });
      }),
    );
    const { user } = await openScreen('/configuracao');
    await fillIn(user);
    await user.dblClick(screen.getByRole('button', { name: 'Criar agente' }));
    await screen.findByText('Agente criado com sucesso!');
    expect(created).toBe(1);
  });

  it('offers the one model, and no choice', async () => {
    await openScreen('/configuracao');
    const model = screen.getByLabelText<HTMLSelectElement>('Modelo');
    expect(model.disabled).toBe(true);
    expect([...model.options].map(({ text }) => text)).toEqual(['gpt-3.5-turbo']);
  });

  it('puts an example of business information in the field', async () => {
    const { user } = await openScreen('/configuracao');
    await user.click(screen.getByText('Ver um exemplo pronto para adaptar'));
    await user.click(screen.getByRole('button', { name: 'Inserir este exemplo' }));
    expect(field('Informações do negócio').value).toContain('SERVIÇOS E PREÇOS');
  });

  it('says the server’s sentence when it is refused, and keeps what was typed', async () => {
    pretendServer(on(agents.create, () => new Refusal(403, 'Limite de agentes do plano atingido.')));
    const { user } = await openScreen('/configuracao');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Criar agente' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Limite de agentes do plano atingido.');
    expect(field('Nome do agente').value).toBe('Salão da Bia');
  });

  it('says its own sentence when the server says none', async () => {
    pretendServer();
    const { user } = await openScreen('/configuracao');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Criar agente' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Erro ao salvar agente');
  });

  it.each(['', '-1', '1441', '2.5'])('takes no pause of "%s" minutes', async (typed) => {
    const { user } = await openScreen('/configuracao');
    await fillIn(user);
    await user.clear(field(minutes));
    if (typed) await user.type(field(minutes), typed);
    await user.click(screen.getByRole('button', { name: 'Criar agente' }));
    await screen.findByText('Informe um número inteiro de 0 a 1440 minutos.');
  });
});

describe('editing an agent', () => {
  it('says that it loads, then shows what is stored', async () => {
    let arrive = (_: ReturnType<typeof salon>) => {};
    const arriving = new Promise<ReturnType<typeof salon>>((resolve) => {
      arrive = resolve;
    });
    pretendServer(on(agents.find, () => arriving));
    await openScreen('/configuracao?id=7');
    screen.getByText('Carregando agente...');
    screen.getByRole('heading', { name: 'Editar Agente' });
    arrive(salon({ humanPauseMinutes: 25 }));
    await waitFor(() => expect(field('Nome do agente').value).toBe('Salão da Bia'));
    expect(field(minutes).value).toBe('25');
    expect(field('Número de WhatsApp').value).toBe('55 11 98765-4321');
  });

  it('saves, says so and takes the button away', async () => {
    const asked: unknown[] = [];
    pretendServer(
      on(agents.find, () => salon()),
      on(agents.change, ({ agentId, name }) => {
        asked.push({ agentId, name });
        return salon({ name });
      }),
    );
    const { user } = await openScreen('/configuracao?id=7');
    await waitFor(() => field('Nome do agente'));
    await user.type(field('Nome do agente'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await screen.findByText('Agente atualizado com sucesso!');
    expect(asked).toEqual([{ agentId: 7, name: 'Salão da Bia 2' }]);
    expect(screen.queryByRole('button', { name: 'Salvar alterações' })).toBeNull();
  });

  it('says that it could not be loaded', async () => {
    pretendServer(on(agents.find, () => new Refusal(404, 'Não encontrado.')));
    await openScreen('/configuracao?id=99');
    await screen.findByText('Erro ao carregar agente');
  });
});
