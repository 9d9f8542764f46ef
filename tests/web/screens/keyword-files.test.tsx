import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { type CurrentPlan, salon, shop, trial } from '../a-shop.ts';
import { openScreen, saidNow } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type ShownFile = Answered<typeof keywordFiles.add>;

const table = (change: Partial<ShownFile> = {}): ShownFile => ({
  id: 5,
  name: 'tabela.pdf',
  type: 'application/pdf',
  link: '/api/resposta-arquivo/5/arquivo?conta=1',
  keywords: 'tabela, tabela de preços',
  caption: 'Preços de 2026',
  createdAt: new Date('2026-11-21T02:00:00Z'),
  ...change,
});

const pretend = (
  list: ShownFile[],
  { refusal, plan = trial }: { refusal?: Refusal; plan?: CurrentPlan } = {},
) =>
  pretendServer(
    ...shop({ plan }),
    on(agents.find, () => salon()),
    on(keywordFiles.list, () => list),
    on(keywordFiles.add, async ({ file, keywords = '', caption = '' }) => {
      if (refusal) return refusal;
      const added = table({ id: 9, name: (file as File).name, keywords, caption: caption || null });
      list.unshift(added);
      return added;
    }),
    on(keywordFiles.remove, ({ fileId }) => {
      list.splice(
        list.findIndex(({ id }) => id === fileId),
        1,
      );
      return undefined;
    }),
  );

const open = () => openScreen('/respostas-arquivo?id=7');
const choose = (name: string, bytes = 10) =>
  fireEvent.change(screen.getByLabelText('Arquivo'), {
    target: { files: [new File([new Uint8Array(bytes)], name)] },
  });

describe('the keyword files of an agent', () => {
  it('are none at first, and it says what to send', async () => {
    pretend([]);
    await open();
    screen.getByRole('heading', { name: 'Respostas Automáticas' });
    screen.getByText('Nenhum arquivo enviado.');
    screen.getByText('PDF, JPG ou PNG de até 16 MB.');
  });

  it('show their keywords, their caption and when they were sent', async () => {
    pretend([table(), table({ id: 6, name: 'foto.png', type: 'image/png', caption: null })]);
    await open();
    const words = screen.getByRole('list', { name: 'Palavras-chave de tabela.pdf' });
    expect(
      within(words)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['tabela', 'tabela de preços']);
    screen.getByText('Preços de 2026');
    expect(screen.getAllByText('Enviado em 20/11/2026')).toHaveLength(2);
    screen.getByText('2 de 10 arquivos');
    const [toTable, toPicture] = screen.getAllByRole('link', { name: /^Abrir/ });
    expect(toTable?.getAttribute('href')).toBe('/api/resposta-arquivo/5/arquivo?conta=1');
    expect(toTable?.querySelector('img')).toBeNull();
    expect(toPicture?.querySelector('img')?.getAttribute('src')).toMatch(/^\/api\/resposta-arquivo/);
  });

  it('show a drawing for a picture that does not load', async () => {
    pretend([table({ name: 'foto.png', type: 'image/png' })]);
    await open();
    const link = screen.getByRole('link', { name: 'Abrir foto.png' });
    fireEvent.error(link.querySelector('img') as HTMLImageElement);
    expect(link.querySelector('img')).toBeNull();
    expect(link.querySelector('svg')).not.toBeNull();
  });

  it('grow by the one that is sent, and the form is empty again', async () => {
    pretend([]);
    const { user } = await open();
    choose('Mapa.PNG');
    await user.type(screen.getByLabelText('Palavras-chave'), 'mapa, endereço');
    await user.type(screen.getByLabelText('Legenda (opcional)'), 'Fica aqui');
    await user.click(screen.getByRole('button', { name: 'Enviar arquivo' }));
    await saidNow('Arquivo enviado com sucesso!');
    await screen.findByText('Mapa.PNG');
    screen.getByText('endereço');
    expect(screen.getByLabelText<HTMLInputElement>('Palavras-chave').value).toBe('');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Legenda (opcional)').value).toBe('');
  });

  it.each([
    ['nothing', null, 'mapa', 'Selecione um arquivo.'],
    ['no keywords', 'mapa.png', '', 'Preencha todos os campos obrigatórios.'],
    ['something else', 'mapa.docx', 'mapa', 'Formato não permitido. Envie um arquivo .pdf, .jpg ou .png'],
    ['keywords like a novel', 'mapa.png', 'a'.repeat(61), 'Escreva palavras curtas, separadas por vírgulas.'],
  ])('do not grow by %s, and say why beside the field', async (_, name, keywords, sentence) => {
    const { calls } = pretend([]);
    const { user } = await open();
    if (name) choose(name);
    if (keywords) await user.type(screen.getByLabelText('Palavras-chave'), keywords);
    await user.click(screen.getByRole('button', { name: 'Enviar arquivo' }));
    await screen.findByText(sentence);
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('do not grow by one that is too large', async () => {
    pretend([]);
    const { user } = await open();
    choose('mapa.png', 16 * 1_048_576 + 1);
    await user.type(screen.getByLabelText('Palavras-chave'), 'mapa');
    await user.click(screen.getByRole('button', { name: 'Enviar arquivo' }));
    await screen.findByText('Este arquivo tem mais de 16 MB. Envie um menor.');
  });

  it('say what the server refused, and keep what was filled in', async () => {
    pretend([], { refusal: new Refusal(422, 'Este arquivo está vazio.') });
    const { user } = await open();
    choose('mapa.png');
    await user.type(screen.getByLabelText('Palavras-chave'), 'mapa');
    await user.click(screen.getByRole('button', { name: 'Enviar arquivo' }));
    await screen.findByText('Este arquivo está vazio.');
    expect(screen.getByLabelText<HTMLInputElement>('Palavras-chave').value).toBe('mapa');
  });

  it('take no more than the plan allows', async () => {
    pretend([table()], { plan: { ...trial, keywordFilesPerAgent: 1 } });
    await open();
    screen.getByText('Limite de arquivos do plano atingido.');
    screen.getByText('1 de 1 arquivo');
    expect(screen.queryByLabelText('Arquivo')).toBeNull();
  });

  it('take none without an active plan', async () => {
    pretend([table()], { plan: { ...trial, active: false } });
    await open();
    screen.getByText('Nenhum plano ativo.');
    screen.getByText('tabela.pdf');
  });

  it('shrink after a confirmation', async () => {
    pretend([table(), table({ id: 6, name: 'mapa.pdf' })]);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Excluir tabela.pdf' }));
    const dialog = within(screen.getByRole('alertdialog'));
    dialog.getByText('Tem certeza que deseja excluir este arquivo?');
    await user.click(dialog.getByRole('button', { name: 'Excluir arquivo' }));
    await saidNow('Arquivo excluído!');
    await waitFor(() => expect(screen.queryByText('tabela.pdf')).toBeNull());
    screen.getByText('mapa.pdf');
  });

  it('do not hide that they could not be loaded', async () => {
    pretendServer(
      ...shop(),
      on(agents.find, () => salon()),
      on(keywordFiles.list, () => new Refusal(503, 'Tente de novo em instantes.')),
    );
    await open();
    screen.getByText('Erro ao carregar arquivos.');
    expect(screen.queryByText('Nenhum arquivo enviado.')).toBeNull();
  });
});

describe('the dashboard', () => {
  it('leads to the keyword files of each agent', async () => {
    pretendServer(...shop());
    await openScreen('/painel');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Respostas Automáticas' });
    expect(link.getAttribute('href')).toBe('/respostas-arquivo?id=7');
  });
});
