import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { documents } from '#adapters/http/contract/documents.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { type CurrentPlan, salon, shop, trial } from '../a-shop.ts';
import { openScreen, saidNow } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type ShownDocument = Answered<typeof documents.upload>;

const priceList = (change: Partial<ShownDocument> = {}): ShownDocument => ({
  id: 5,
  name: 'tabela.pdf',
  excerpt: 'Corte feminino R$ 70',
  pages: 3,
  characters: 4512,
  createdAt: new Date('2026-11-21T02:00:00Z'),
  ...change,
});

type Upload = (file: File) => ShownDocument | Refusal | Promise<ShownDocument | Refusal>;

const pretend = (
  list: ShownDocument[],
  { upload, plan = trial }: { upload?: Upload; plan?: CurrentPlan } = {},
) =>
  pretendServer(
    ...shop({ plan }),
    on(agents.find, () => salon()),
    on(documents.list, () => list),
    on(documents.upload, async ({ file }) => {
      const added = await (upload ?? (({ name }) => priceList({ id: list.length + 1, name })))(file as File);
      if (!(added instanceof Refusal)) list.unshift(added);
      return added;
    }),
    on(documents.remove, ({ documentId }) => {
      list.splice(
        list.findIndex(({ id }) => id === documentId),
        1,
      );
      return undefined;
    }),
  );

const fileOf = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);
const chooser = () => screen.getByLabelText<HTMLInputElement>('Escolher arquivo');
const choose = (...files: File[]) => fireEvent.change(chooser(), { target: { files } });

describe('the documents of an agent', () => {
  it('are none at first, and it says what to send', async () => {
    pretend([]);
    await openScreen('/documentos/7');
    screen.getByRole('heading', { name: 'Base de Conhecimento' });
    screen.getByText('Nenhum documento enviado.');
    screen.getByText(/tabela de preços, cardápio/);
    screen.getByText(/PDF ou DOCX de até 10 MB e 300 páginas/);
  });

  it('show how they begin, when they were sent and how long they are', async () => {
    pretend([
      priceList(),
      priceList({ id: 6, name: 'regras.docx', excerpt: 'Sem troca.', pages: null, characters: 10 }),
    ]);
    await openScreen('/documentos/7');
    screen.getByText('Corte feminino R$ 70…');
    screen.getByText('Enviado em 20/11/2026 · 3 páginas · 4.512 caracteres');
    screen.getByText('Sem troca.');
    screen.getByText('Enviado em 20/11/2026 · 10 caracteres');
    screen.getByText('2 de 5 documentos');
  });

  it('grow by the one that is chosen', async () => {
    pretend([]);
    await openScreen('/documentos/7');
    choose(fileOf('Cardápio.DOCX'));
    await saidNow('Documento enviado com sucesso!');
    await screen.findByText('Cardápio.DOCX');
    await screen.findByText('1 de 5 documentos');
  });

  it('grow by those that are dropped, one after the other', async () => {
    let underWay = 0;
    let most = 0;
    let see = () => {};
    const seen = new Promise<void>((resolve) => {
      see = resolve;
    });
    pretend([], {
      upload: async ({ name }) => {
        most = Math.max(most, ++underWay);
        await seen;
        underWay -= 1;
        return priceList({ id: name.length, name });
      },
    });
    await openScreen('/documentos/7');
    const dataTransfer = { types: ['Files'], files: [fileOf('um.pdf'), fileOf('outro.pdf')] };
    fireEvent.dragOver(window, { dataTransfer });
    await screen.findByText('Solte para enviar');
    fireEvent.drop(window, { dataTransfer });
    await screen.findByText('outro.pdf está na fila');
    see();
    await screen.findByText('2 de 5 documentos');
    expect(most).toBe(1);
  });

  it('say what is happening, and can be called back', async () => {
    const { calls } = pretend([], { upload: () => new Promise(() => undefined) });
    const { user } = await openScreen('/documentos/7');
    choose(fileOf('tabela.pdf'));
    await screen.findByText('Enviando e lendo tabela.pdf…');
    await user.click(screen.getByRole('button', { name: 'Cancelar envio de tabela.pdf' }));
    await saidNow('Envio cancelado.');
    expect(screen.queryByText('Enviando e lendo tabela.pdf…')).toBeNull();
    await waitFor(() => expect(calls.filter((one) => one === 'GET /api/documentos/7')).toHaveLength(2));
  });

  it.each([
    ['foto.png', 10, 'Formato não permitido. Envie um arquivo .pdf ou .docx'],
    ['tabela.pdf', 10 * 1_048_576 + 1, 'Este arquivo tem mais de 10 MB. Envie um menor ou divida em partes.'],
  ])('do not take %s of %i bytes, and say so by the file', async (name, bytes, sentence) => {
    const { calls } = pretend([]);
    await openScreen('/documentos/7');
    choose(fileOf(name, bytes));
    const said = within(screen.getByRole('alert'));
    said.getByText(name);
    said.getByText(sentence);
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('say why one was refused, until that is read', async () => {
    pretend([], { upload: () => new Refusal(409, 'Este documento já foi enviado.') });
    const { user } = await openScreen('/documentos/7');
    choose(fileOf('tabela.pdf'));
    const said = within(await screen.findByRole('alert'));
    said.getByText('Este documento já foi enviado.');
    expect(said.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    await user.click(said.getByRole('button', { name: 'Dispensar aviso de tabela.pdf' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be sent again after trouble that passes', async () => {
    let tries = 0;
    pretend([], {
      upload: ({ name }) =>
        ++tries === 1 ? new Refusal(503, 'Tente de novo em instantes.') : priceList({ name }),
    });
    const { user } = await openScreen('/documentos/7');
    choose(fileOf('tabela.pdf'));
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await screen.findByText('1 de 5 documentos');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('take no more than the plan allows', async () => {
    pretend([priceList()], { plan: { ...trial, documentsPerAgent: 1 } });
    await openScreen('/documentos/7');
    screen.getByText('Limite de documentos do plano atingido.');
    screen.getByText('1 de 1 documento');
    expect(screen.queryByLabelText('Escolher arquivo')).toBeNull();
  });

  it('take none without an active plan', async () => {
    pretend([priceList()], { plan: { ...trial, active: false } });
    await openScreen('/documentos/7');
    screen.getByText('Nenhum plano ativo.');
    screen.getByText('tabela.pdf');
  });

  it('shrink after a confirmation, and the keyboard stays with them', async () => {
    pretend([priceList(), priceList({ id: 6, name: 'regras.docx' })]);
    const { user } = await openScreen('/documentos/7');
    await user.click(screen.getByRole('button', { name: 'Excluir tabela.pdf' }));
    const dialog = within(screen.getByRole('alertdialog'));
    dialog.getByText(/Tem certeza que deseja excluir este documento\?/);
    await user.click(dialog.getByRole('button', { name: 'Excluir documento' }));
    await saidNow('Documento excluído com sucesso!');
    await waitFor(() => expect(screen.queryByText('tabela.pdf')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('do not hide that they could not be loaded', async () => {
    pretendServer(
      ...shop(),
      on(agents.find, () => salon()),
      on(documents.list, () => new Refusal(503, 'Tente de novo em instantes.')),
    );
    await openScreen('/documentos/7');
    screen.getByText('Erro ao carregar os documentos.');
  });
});

describe('the dashboard', () => {
  it('leads to the documents of each agent', async () => {
    pretendServer(...shop());
    await openScreen('/painel');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Base de Conhecimento' });
    expect(link.getAttribute('href')).toBe('/documentos/7');
  });
});
