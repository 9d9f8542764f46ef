import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { docxOf } from '../support/documents.ts';
import { newCpf, newPhone } from '../support/world.ts';
import { isSound } from './is-sound.ts';
import { type RunningProduct, runProduct } from './running-product.ts';

describe('an owner with a price list', () => {
  let browser: Browser;
  let product: RunningProduct;

  beforeAll(async () => {
    [product, browser] = await Promise.all([runProduct(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it.each([360, 1280])('sends it, sees it and deletes it, on a screen %i pixels wide', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'pt-BR' });
    const page = await context.newPage();
    await signIn(page, product.url);
    await page.getByRole('link', { name: 'Base de Conhecimento' }).click();
    await page.getByText('Nenhum documento enviado.').waitFor();
    await isSound(page);

    await page.getByLabel('Escolher arquivo').setInputFiles({ name: 'Tabela de preços.docx', ...priceList });
    await page.getByRole('status').filter({ hasText: 'Documento enviado com sucesso!' }).waitFor();
    await page.getByText('1 de 5 documentos').waitFor();
    const item = page.getByRole('listitem').filter({ hasText: 'Tabela de preços.docx' });
    await item.getByText(/Corte feminino \| R\$ 70/).waitFor();
    await isSound(page);

    await page.getByLabel('Escolher arquivo').setInputFiles({ name: 'A mesma tabela.docx', ...priceList });
    await page.getByRole('alert').getByText('Este documento já foi enviado.').waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Dispensar aviso de A mesma tabela.docx' }).press('Enter');

    await item.getByRole('button', { name: 'Excluir Tabela de preços.docx' }).press('Enter');
    await isSound(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir documento' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Documento excluído com sucesso!' }).waitFor();
    await page.getByText('Nenhum documento enviado.').waitFor();
    await context.close();
  });
});

// Helpers

const priceList = {
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: docxOf([
    { heading: 'Tabela de preços' },
    {
      table: [
        ['Serviço', 'Preço'],
        ['Corte feminino', 'R$ 70'],
      ],
    },
  ]),
};

/** An owner with one agent, at the dashboard. */
const signIn = async (page: Page, url: string) => {
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
