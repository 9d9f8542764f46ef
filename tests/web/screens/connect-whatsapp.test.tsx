import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { qrError, qrWords, whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { bia, salon, shop, untroubled } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { type Handler, on, pretendServer, Refusal } from '../pretend-server.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const here = '/conectar-whatsapp?id=7';
const agent = on(agents.find, () => salon({ whatsapp: 'disconnected' }));
const started = on(whatsapp.start, () => ({ state: 'connecting' as const }));
const notSimulated = on(simulator.phones, () => new Refusal(404, 'Não encontrado.'));
const qrSays = (text: string) => on(whatsapp.qr, () => text);
const soon = { timeout: 4000 };
const profile = on(accounts.profile, () => bia);

type Status = Answered<typeof whatsapp.status>;
const connecting: Status = { connected: false, state: 'connecting', ...untroubled };
const statusIs = (change: Partial<Status>) => on(whatsapp.status, () => ({ ...connecting, ...change }));
/** A connection that ended, as the server tells it once it was asked to start. */
const endedBy = (problem: Status['problem'], until: Date | null = null): Handler[] => [
  on(whatsapp.status, () => ({ ...connecting, state: 'disconnected', problem, until })),
  qrSays(problem === 'expired' ? qrWords.expired : `${qrError}Uma frase.`),
];

/** The network coming back makes the screen ask at once. */
const askNow = () => window.dispatchEvent(new Event('online'));
const openAndAsk = async () => {
  const opened = await openScreen(here);
  await screen.findByText('Aguardando o QR code…');
  askNow();
  return opened;
};

describe('connecting WhatsApp', () => {
  it('warns of the unofficial connection before the code', async () => {
    pretendServer(agent, started, notSimulated, qrSays(picture));
    await openAndAsk();
    const warning = screen.getByText(/não é oficial/);
    const code = await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
    expect(warning.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(code.getAttribute('src')).toBe(picture);
  });

  it('counts down to the dashboard once the code is shown, until told to stay', async () => {
    pretendServer(agent, started, notSimulated, qrSays(picture));
    const { user } = await openScreen(here);
    await screen.findByText(/Voltando ao painel em 1[45] s/, {}, soon);
    await user.click(screen.getByRole('button', { name: 'Continuar aqui' }));
    expect(screen.queryByText(/Voltando ao painel/)).toBeNull();
  });

  it('says that it is connected', async () => {
    pretendServer(agent, started, notSimulated, qrSays(qrWords.connected), ...shop());
    const { user, where } = await openScreen(here);
    await screen.findByText('WhatsApp conectado!', {}, soon);
    await user.click(screen.getByRole('link', { name: 'Voltar ao painel' }));
    await waitFor(() => expect(where()).toBe('/painel'));
  });

  it('waits while there is no code yet', async () => {
    pretendServer(agent, started, notSimulated, qrSays(qrWords.waiting));
    await openScreen(here);
    await screen.findByText('Aguardando o QR code…', {}, soon);
    expect(screen.queryByText(/Voltando ao painel/)).toBeNull();
  });

  it('says that the code is out of date, and gets a new one when asked', async () => {
    const answers = [qrWords.expired, picture];
    pretendServer(
      agent,
      started,
      notSimulated,
      on(whatsapp.qr, () => answers.shift() ?? picture),
    );
    const { user } = await openScreen(here);
    await screen.findByText('O QR code expirou.', {}, soon);
    screen.getByRole('link', { name: 'Voltar ao painel' });
    await user.click(screen.getByRole('button', { name: 'Gerar novo QR code' }));
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
    screen.getByText(/Voltando ao painel em 1[45] s/);
  });

  it('puts a renewed code in the place of the last, without a word and without taking the focus', async () => {
    const answers = [picture, picture.replace('=', 'A')];
    pretendServer(
      agent,
      started,
      notSimulated,
      on(whatsapp.qr, () => answers.shift() ?? picture.replace('=', 'A')),
    );
    await openAndAsk();
    const code = await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
    const button = screen.getByRole('button', { name: 'Conectar com código' });
    button.focus();
    const spoken: unknown[] = [];
    const ears = new MutationObserver((changes) => spoken.push(...changes));
    const status = screen.getByText('QR code pronto para escanear').closest('[role=status]');
    ears.observe(status as Node, { childList: true, characterData: true, subtree: true });
    await waitFor(() => expect(code.getAttribute('src')).toBe(picture.replace('=', 'A')), soon);
    expect(code.isConnected).toBe(true);
    expect(spoken).toEqual([]);
    expect(document.activeElement).toBe(button);
  });

  it('says how to scan on Android and on an iPhone, also while the first code is on its way', async () => {
    pretendServer(agent, started, notSimulated, qrSays(qrWords.waiting), statusIs({}));
    await openScreen(here);
    await screen.findByText('Aguardando o QR code…', {}, soon);
    const steps = screen.getByRole('list').textContent;
    expect(steps).toContain('No Android, toque nos três pontinhos. No iPhone, toque em Configurações.');
    expect(steps).toContain('Aparelhos conectados e em Conectar um aparelho');
  });

  it('takes a code that vanished for one that was read', async () => {
    const answers = [picture];
    pretendServer(
      agent,
      started,
      notSimulated,
      on(whatsapp.qr, () => answers.shift() ?? qrWords.waiting),
      statusIs({}),
    );
    await openAndAsk();
    await screen.findByText('Conectando ao WhatsApp…', {}, { timeout: 8000 });
    expect(screen.queryByAltText('QR code para conectar o WhatsApp')).toBeNull();
    screen.getByText(/Voltando ao painel/);
  });

  it('does not ask for a scan where the connection comes back by itself', async () => {
    pretendServer(agent, started, notSimulated, qrSays(qrWords.waiting), statusIs({ paired: true }));
    await openScreen(here);
    await screen.findByText('Reconectando ao WhatsApp…', {}, soon);
    expect(screen.queryByText('Aguardando o QR code…')).toBeNull();
    screen.getByText(/Não é preciso ler o QR code de novo/);
    screen.getByRole('link', { name: 'Voltar ao painel' });
  });

  it.each([
    ['wrong-number', 'O celular que leu o QR code usa outro número.', 'Gerar novo QR code'],
    ['connected-elsewhere', 'Este número já está conectado a outro agente.', 'Tentar de novo'],
    ['logged-out', 'O WhatsApp foi desconectado no celular.', 'Gerar novo QR code'],
    ['banned', 'O WhatsApp bloqueou este número.', 'Conectar de novo'],
    ['temporarily-banned', 'O WhatsApp bloqueou este número por um tempo.', 'Conectar de novo'],
    ['replaced', 'Outro programa está usando a conexão deste número.', 'Conectar de novo'],
    ['unreachable', 'Não conseguimos falar com o WhatsApp agora.', 'Tentar de novo'],
  ] as const)('says of %s what happened and what to do', async (problem, said, way) => {
    pretendServer(agent, started, notSimulated, ...endedBy(problem));
    await openAndAsk();
    await screen.findByText(said, {}, soon);
    screen.getByRole('button', { name: way });
    screen.getByRole('link', { name: 'Voltar ao painel' });
    expect(screen.queryByText(/Voltando ao painel/)).toBeNull();
  });

  it('names the number that is expected when another has scanned', async () => {
    pretendServer(agent, started, notSimulated, ...endedBy('wrong-number'));
    await openAndAsk();
    const said = await screen.findByText(/O número deste agente é/, {}, soon);
    expect(said.textContent).toContain('O número deste agente é (11) 98765-4321: leia com o celular dele.');
  });

  it.each([
    [
      'temporarily-banned',
      new Date('2100-03-12T02:05:00Z'),
      'O WhatsApp bloqueou este número até 11/03/2100 às 22:05.',
    ],
    ['client-too-old', null, 'O WhatsApp não aceita mais esta versão da conexão.'],
  ] as const)('leaves a number that is %s in peace', async (problem, until, said) => {
    const { calls } = pretendServer(agent, profile, started, notSimulated, ...endedBy(problem, until));
    await openScreen(here);
    await screen.findByText(said, {}, soon);
    expect(screen.queryByRole('button', { name: /novo/ })).toBeNull();
    expect(calls.some((call) => call.includes('/zap/start/'))).toBe(false);
  });

  it('passes over a question that got lost, and says so only when many do', async () => {
    let reachable = true;
    pretendServer(
      agent,
      started,
      notSimulated,
      on(whatsapp.qr, () => (reachable ? picture : new Refusal(503, 'Tente de novo em instantes.'))),
    );
    await openAndAsk();
    await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
    reachable = false;
    const lose = async () => {
      askNow();
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await lose();
    screen.getByText('Número do agente:');
    screen.getByAltText('QR code para conectar o WhatsApp');
    await lose();
    await lose();
    screen.getByText(/Sem resposta do servidor/);
    screen.getByAltText('QR code para conectar o WhatsApp');
    reachable = true;
    askNow();
    await screen.findByText('Número do agente:');
  });

  it('asks nothing while the tab is hidden, and at once when it is looked at again', async () => {
    const { calls } = pretendServer(agent, started, notSimulated, qrSays(picture));
    await openScreen(here);
    await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const asked = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(calls.length).toBe(asked);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(calls.length).toBe(asked + 1));
  });

  it('says what the connection found wrong', async () => {
    pretendServer(agent, started, notSimulated, qrSays(`${qrError}O número que escaneou não é o do agente.`));
    await openAndAsk();
    await screen.findByText('O número que escaneou não é o do agente.', {}, soon);
  });

  it('asks once more for a start that got lost', async () => {
    const starts = [new Refusal(503, 'Tente de novo em instantes.')];
    pretendServer(
      agent,
      notSimulated,
      on(whatsapp.start, () => starts.shift() ?? { state: 'connecting' as const }),
      qrSays(picture),
    );
    await openScreen(here);
    screen.getByText('Iniciando a sessão…');
    await screen.findByAltText('QR code para conectar o WhatsApp', {}, { timeout: 8000 });
  });

  it('says that the session could not be started, and why', async () => {
    const why = 'Este número já usou o período grátis em outra conta.';
    pretendServer(
      agent,
      notSimulated,
      on(whatsapp.start, () => new Refusal(409, why)),
    );
    await openScreen(here);
    await screen.findByText('Erro ao iniciar sessão.');
    screen.getByText(why);
    screen.getByRole('button', { name: 'Tentar de novo' });
  });

  it.each([
    ['an agent without a number', on(agents.find, () => salon({ phone: '' }))],
    ['an agent that is not there', on(agents.find, () => new Refusal(404, 'Não encontrado.'))],
  ])('says of %s that there is no number', async (_, handler) => {
    pretendServer(handler, notSimulated);
    await openScreen(here);
    screen.getByText('Telefone do agente não encontrado.');
  });

  it('gives a code to type to who cannot scan', async () => {
    pretendServer(
      agent,
      started,
      notSimulated,
      qrSays(picture),
      on(whatsapp.pairingCode, () => ({ code: 'ABCD1234' })),
    );
    const { user } = await openScreen(here);
    await user.click(await screen.findByRole('button', { name: 'Conectar com código' }, soon));
    await screen.findByText('ABCD-1234');
    expect(document.activeElement?.textContent).toContain('Conectando com código');
    expect(screen.queryByAltText('QR code para conectar o WhatsApp')).toBeNull();
  });

  it('shows the way to the simulator only where there is one', async () => {
    pretendServer(
      agent,
      started,
      on(simulator.phones, () => []),
      qrSays(qrWords.waiting),
    );
    await openScreen(here);
    expect(screen.getByRole('link', { name: 'Abrir o simulador' }).getAttribute('href')).toBe(
      '/simulador?numero=5511987654321',
    );
  });
});
