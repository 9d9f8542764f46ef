import type { Page } from 'playwright-core';
import { newCpf, newPhone } from '../support/world.ts';

/** An owner with one agent, at the dashboard. */
export const signIn = async (page: Page, url: string) => {
  const cpf = newCpf();
  const phone = newPhone();
  const email = `bia${phone}@salao.com.br`;
  const senha = 'tesoura azul 92';
  const post = async (path: string, data: object, headers = {}) =>
    (await page.request.post(`${url}/api${path}`, { data, headers })).json();
  await post('/auth/register', {
    ...{ nome: 'Bia Ferreira', email, telefone: phone, senha, cpf, cnpj_cpf: cpf },
  });
  const { token, user } = await post('/auth/login', { email, senha });
  const agent = {
    nome_agente: 'Salão da Bia',
    descricao: 'Atendimento do salão.',
    informacoes_negocio: 'Corte feminino: R$ 70.',
    telefone_whatsapp: phone,
  };
  await post('/agent', agent, { Authorization: `Bearer ${token}` });
  await page.goto(url);
  await page.evaluate(
    `localStorage.setItem('token', '${token}'); localStorage.setItem('userId', '${user.id}')`,
  );
  await page.goto(`${url}/painel`);
};
