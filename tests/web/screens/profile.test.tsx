import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { bia } from '../a-shop.ts';
import { openScreen, saidNow } from '../open-screen.tsx';
import { on, pretendServer, Refusal } from '../pretend-server.ts';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('the profile', () => {
  it('changes name, phone and time zone, and nothing else', async () => {
    const asked: unknown[] = [];
    pretendServer(
      on(accounts.profile, () => bia),
      on(accounts.changeProfile, (change) => {
        asked.push(change);
        return bia;
      }),
    );
    const { user } = await openScreen('/perfil');
    expect(field('E-mail').readOnly).toBe(true);
    expect(field('CPF ou CNPJ').readOnly).toBe(true);
    expect(field('CPF ou CNPJ').value).toBe('529.982.247-25');
    expect(field('Telefone (WhatsApp)').value).toBe('(11) 98765-4321');
    await user.clear(field('Nome'));
    await user.type(field('Nome'), 'Beatriz');
    await user.selectOptions(screen.getByLabelText('Fuso horário'), 'Acre');
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await saidNow('Dados atualizados com sucesso!');
    expect(asked).toEqual([{ name: 'Beatriz', phone: '11987654321', timeZone: 'America/Rio_Branco' }]);
  });

  it('needs a name and a phone', async () => {
    pretendServer(on(accounts.profile, () => bia));
    const { user } = await openScreen('/perfil');
    await user.clear(field('Nome'));
    await user.clear(field('Telefone (WhatsApp)'));
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await screen.findByText('Informe seu nome.');
    screen.getByText('Informe o telefone com DDD, como (11) 98765-4321.');
  });

  it('says that it could not be saved, and why', async () => {
    pretendServer(
      on(accounts.profile, () => bia),
      on(accounts.changeProfile, () => new Refusal(409, 'Telefone já cadastrado.')),
    );
    const { user } = await openScreen('/perfil');
    await user.click(screen.getByRole('button', { name: 'Salvar alterações' }));
    await saidNow('Erro ao atualizar perfil');
    screen.getByText('Telefone já cadastrado.');
  });
});
