import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { history } from '#adapters/http/contract/history.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { reasons } from '#core/domain/outcome.ts';
import { isWanted, rangeIn } from '../../../apps/web/screens/history/range.ts';
import { reasonSentences } from '../../../apps/web/screens/history/reasons.pt-br.ts';
import { bia, salon } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

type Entry = Answered<typeof history.messages>[number];

const entry = (change: Partial<Entry> = {}): Entry => ({
  id: 1,
  contactId: 1,
  customerPhone: '5511911112222',
  customerName: null,
  sentAt: new Date(),
  question: 'Vocês abrem no domingo?',
  voices: [],
  answer: 'Não, só de terça a sábado.',
  sources: [],
  files: [],
  reason: null,
  finished: true,
  channel: 'whatsapp',
  test: false,
  ...change,
});

const withEntries = (...entries: Entry[]) =>
  pretendServer(
    on(accounts.profile, () => bia),
    on(agents.find, () => salon()),
    on(history.messages, () => entries),
  );

describe('the history', () => {
  it('shows what was asked and what was answered', async () => {
    withEntries(entry());
    await openScreen('/historico/7');
    screen.getByRole('heading', { name: 'Histórico de Mensagens' });
    screen.getByText('(11) 91111-2222');
    screen.getByText('Vocês abrem no domingo?');
    screen.getByText('Não, só de terça a sábado.');
  });

  it('shows where an answer comes from, where documents had a part in it', async () => {
    const sources = [{ documentName: 'precos.pdf', page: 3, excerpt: 'Corte feminino | R$ 80,00' }];
    withEntries(entry({ sources }), entry({ id: 2 }));
    await openScreen('/historico/7');
    const [asked, ...others] = screen.getAllByText('De onde veio esta resposta');
    expect(others).toEqual([]);
    expect(asked?.closest('details')?.textContent).toContain('precos.pdf, página 3Corte feminino | R$ 80,00');
  });

  it('lets a voice message be listened to above what was said in it, as long as it is kept', async () => {
    const link = '/api/zap/audios/9?conta=1&expira=2&assinatura=x';
    withEntries(entry({ voices: [link] }), entry({ id: 2 }));
    await openScreen('/historico/7');
    const [player, ...others] = screen.getAllByLabelText('Áudio do cliente');
    expect(others).toEqual([]);
    expect(player?.getAttribute('src')).toBe(link);
    expect(player?.hasAttribute('controls')).toBe(true);
    expect(player?.parentElement?.textContent).toBe('Vocês abrem no domingo?');
  });

  it('names the files that were sent, before the answer', async () => {
    withEntries(entry({ files: ['tabela.pdf', 'mapa.png'] }));
    await openScreen('/historico/7');
    const said = screen.getByText('Arquivos enviados').parentElement;
    expect(said?.textContent).toBe('Arquivos enviadostabela.pdf\nmapa.png');
    expect(said?.nextElementSibling?.textContent).toContain('Não, só de terça a sábado.');
  });

  it('tells the time on the clock of the account', async () => {
    const sentAt = new Date('2026-11-20T02:30:00Z');
    withEntries(entry({ sentAt }));
    await openScreen('/historico/7?inicio=2026-11-01&fim=2026-11-30');
    screen.getByText('19/11/2026 às 22:30');
  });

  it('marks what still waits for its answer', async () => {
    withEntries(entry({ answer: null, finished: false }));
    await openScreen('/historico/7');
    screen.getByText('Aguardando resposta');
  });

  it('says in plain words why there was no answer', async () => {
    withEntries(entry({ answer: null, reason: 'paused' }));
    await openScreen('/historico/7');
    screen.getByText('Sem resposta: o agente estava pausado para este cliente.');
    expect(reasons.map((reason) => reasonSentences[reason]).every(Boolean)).toBe(true);
  });

  it('asks for the last seven days, and for others when told', async () => {
    const asked: unknown[] = [];
    pretendServer(
      on(accounts.profile, () => bia),
      on(agents.find, () => salon()),
      on(history.messages, ({ from, until }) => {
        asked.push([from, until]);
        return [];
      }),
    );
    await openScreen('/historico/7?inicio=2026-11-01&fim=2026-11-02');
    screen.getByText('Nenhuma mensagem encontrada.');
    expect(asked).toEqual([['2026-11-01', '2026-11-02']]);
    const now = new Date('2026-11-21T03:00:00Z');
    expect(rangeIn(new URLSearchParams(), 'America/Sao_Paulo', now)).toEqual({
      from: '2026-11-14',
      until: '2026-11-21',
    });
    expect(rangeIn(new URLSearchParams(), 'America/Manaus', now).until).toBe('2026-11-20');
  });

  it('shows the usual day again when one is cleared', async () => {
    withEntries();
    const { user } = await openScreen('/historico/7?fim=2026-11-21');
    const from = screen.getByLabelText<HTMLInputElement>('De');
    const usual = from.value;
    await user.clear(from);
    expect(from.value).toBe('');
    await user.tab();
    expect(from.value).toBe(usual);
  });

  it('finds any part of a phone, however it is typed', async () => {
    withEntries(entry(), entry({ id: 2, customerPhone: '5521933334444', question: 'Tem estacionamento?' }));
    const { user } = await openScreen('/historico/7');
    await user.type(screen.getByLabelText('Telefone'), '3333-4');
    await waitFor(() => expect(screen.queryByText('Vocês abrem no domingo?')).toBeNull());
    screen.getByText('Tem estacionamento?');
    await user.type(screen.getByLabelText('Telefone'), '9');
    screen.getByText('Nenhuma mensagem encontrada.');
  });

  it('includes the first and the last day, that one through 23:59:59', () => {
    const filter = { phone: '', zone: 'America/Sao_Paulo', from: '2026-11-14', until: '2026-11-21' };
    const wanted = (sentAt: string) => isWanted(entry({ sentAt: new Date(sentAt) }), filter);
    expect(wanted('2026-11-14T03:00:00Z')).toBe(true);
    expect(wanted('2026-11-14T02:59:59Z')).toBe(false);
    expect(wanted('2026-11-22T02:59:59Z')).toBe(true);
    expect(wanted('2026-11-22T03:00:00Z')).toBe(false);
  });

  it('does not hide that it could not be loaded', async () => {
    pretendServer(
      on(accounts.profile, () => bia),
      on(agents.find, () => salon()),
      on(history.messages, () => new Refusal(503, 'Estamos com uma instabilidade agora.')),
    );
    await openScreen('/historico/7');
    screen.getByText('Não foi possível carregar as mensagens.');
    screen.getByText('Estamos com uma instabilidade agora.');
  });
});
