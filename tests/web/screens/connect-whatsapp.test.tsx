import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { qrError, qrWords, whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { salon, shop } from '../a-shop.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const here = '/conectar-whatsapp?id=7';
const agent = on(agents.find, () => salon({ whatsapp: 'disconnected' }));
const started = on(whatsapp.start, () => ({ state: 'connecting' as const }));
const notSimulated = on(simulator.phones, () => new Refusal(404, 'Não encontrado.'));
const qrSays = (text: string) => on(whatsapp.qr, () => text);
const soon = { timeout: 4000 };

describe('connecting WhatsApp', () => {
  it('warns of the unofficial connection before the code', async () => {
    pretendServer(agent, started, notSimulated, qrSays(picture));
    await openScreen(here);
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
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByAltText('QR code para conectar o WhatsApp', {}, soon);
  });

  it('says what the connection found wrong', async () => {
    pretendServer(agent, started, notSimulated, qrSays(`${qrError}O número que escaneou não é o do agente.`));
    await openScreen(here);
    await screen.findByText('O número que escaneou não é o do agente.', {}, soon);
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
