import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { openScreen } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

const phone = { phone: '5511987654321', connection: 'normal' as const, waitsForScan: false };
const soon = { timeout: 4000 };

describe('the simulator', () => {
  it('says that it is off', async () => {
    pretendServer(on(simulator.phones, () => new Refusal(404, 'Não encontrado.')));
    await openScreen('/simulador', { token: null });
    await screen.findByText('O simulador está desligado.');
  });

  it('scans the code that waits, also with another number', async () => {
    const scans: unknown[] = [];
    pretendServer(
      on(simulator.phones, () => [{ ...phone, connection: 'unlinked' as const, waitsForScan: true }]),
      on(simulator.chats, () => []),
      on(simulator.pair, ({ as }) => void scans.push(as ?? 'itself')),
    );
    const { user } = await openScreen('/simulador', { token: null });
    await user.click(await screen.findByRole('button', { name: 'Escanear QR' }, soon));
    await user.click(screen.getByText('Escanear com outro número'));
    await user.type(screen.getByLabelText('Como outro número'), '11900000000');
    await user.click(screen.getByRole('button', { name: 'Escanear como este número' }));
    expect(scans).toEqual(['itself', '11900000000']);
  });

  it('writes as a customer or as the owner, and shows what arrives', async () => {
    const chat: { id: string; fromMe: boolean; text: string; sentAt: Date }[] = [];
    pretendServer(
      on(simulator.phones, () => [phone]),
      on(simulator.chats, () => []),
      on(simulator.chat, () => chat),
      on(simulator.write, ({ text = '', fromMe = false }) => {
        const id = String(chat.length);
        chat.push({ id, fromMe, text, sentAt: new Date() });
        return { id };
      }),
    );
    const { user } = await openScreen('/simulador', { token: null });
    await user.click(await screen.findByRole('button', { name: 'Abrir conversa' }, soon));
    await user.type(screen.getByLabelText('Mensagem'), 'Oi!{Enter}');
    await screen.findByText('Oi!', {}, soon);
    await user.click(screen.getByLabelText('Dono do número'));
    await user.type(screen.getByLabelText('Mensagem'), '/stop{Enter}');
    await screen.findByText('/stop', {}, soon);
    expect(chat.map(({ fromMe, text }) => [fromMe, text])).toEqual([
      [false, 'Oi!'],
      [true, '/stop'],
    ]);
  });

  it('has the phone in hand that came last, and names what came without a name', async () => {
    const sent = { fromMe: false, text: null, sentAt: new Date() };
    pretendServer(
      on(simulator.phones, () => [{ ...phone, phone: '5511900000003' }, phone]),
      on(simulator.chats, () => []),
      on(simulator.chat, () =>
        ['image.png', 'audio.ogg', 'tabela.pdf'].map((file, id) => ({ ...sent, id: String(id), file })),
      ),
    );
    const { user, where } = await openScreen('/simulador', { token: null });
    await user.click(await screen.findByRole('button', { name: 'Abrir conversa' }, soon));
    expect(where()).toContain(`numero=${phone.phone}`);
    expect(document.activeElement).toBe(screen.getByLabelText('Mensagem'));
    await screen.findByText('Imagem', {}, soon);
    screen.getByText('Áudio');
    screen.getByText('tabela.pdf');
  });

  it('takes the phone off the network and back', async () => {
    const states: string[] = [];
    pretendServer(
      on(simulator.phones, () => [phone]),
      on(simulator.chats, () => []),
      on(simulator.setConnection, ({ state }) => void states.push(state)),
    );
    const { user } = await openScreen('/simulador', { token: null });
    await user.click(await screen.findByText('Testar a conexão', {}, soon));
    for (const name of [
      ...['Derrubar a conexão', 'Conexão normal', 'Desconectar no celular'],
      ...['Bloquear por 10 minutos', 'Bloquear o número', 'Recusar a versão', 'Abrir outro programa'],
    ]) {
      await user.click(screen.getByRole('button', { name }));
    }
    expect(states).toEqual([
      ...['down', 'normal', 'unlinked'],
      ...['temporarily-banned', 'banned', 'client-too-old', 'replaced'],
    ]);
  });
});
