import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts';
import { newCpf, newPhone } from '../support/world.ts';
import { isSound } from './is-sound.ts';
import { type RunningProduct, runProduct } from './running-product.ts';

describe('a voice message', () => {
  let browser: Browser;
  let product: RunningProduct;
  let openAi: FakeOpenAi;

  beforeAll(async () => {
    openAi = await startFakeOpenAi(({ path }) => ({
      text: path.endsWith('/audio/transcriptions') ? 'Quanto custa o corte?' : 'O corte custa R$ 70.',
    }));
    [product, browser] = await Promise.all([
      runProduct({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: openAi.url }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await openAi?.close();
  });

  it.each([360, 1280])('is heard, and can be listened to, on a screen %i pixels wide', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'pt-BR' });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on('console', (said) => ['warning', 'error'].includes(said.type()) && complaints.push(said.text()));
    const phone = await connectedOwner(page, product.url);
    const audio = wavOf(2).toString('base64');
    await page.request.post(`${product.url}/api/simulador/${phone}/mensagens`, {
      data: { contato: newPhone(), audio, duracao: 2 },
    });

    await page.goto(`${product.url}/painel`);
    await page.getByRole('meter', { name: 'Áudios transcritos no mês' }).waitFor();
    await page.getByRole('button', { name: 'Ações de Salão da Bia' }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    await page.getByText('O corte custa R$ 70.').waitFor();
    await page.getByText('Quanto custa o corte?').waitFor();
    await isSound(page);
    const seconds = await page.getByLabel('Áudio do cliente').evaluate(play);
    expect(Math.round(seconds)).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

// Helpers

/** Runs in the page. */
const play = async (player: unknown): Promise<number> => {
  const audio = player as { play(): Promise<void>; readonly duration: number };
  await audio.play();
  return audio.duration;
};

/** An owner whose number is connected, signed in on this page; answers the number. */
const connectedOwner = async (page: Page, url: string): Promise<string> => {
  const cpf = newCpf();
  const phone = newPhone();
  const person = { email: `bia${phone}@salao.com.br`, senha: 'tesoura azul 92' };
  const post = async (path: string, data: object, headers = {}) =>
    (await page.request.post(`${url}/api${path}`, { data, headers })).json();
  await post('/auth/register', { ...person, nome: 'Bia Ferreira', telefone: phone, cpf, cnpj_cpf: cpf });
  const { token, user } = await post('/auth/login', person);
  const headers = { Authorization: `Bearer ${token}` };
  const agent = {
    nome_agente: 'Salão da Bia',
    descricao: 'Atendimento do salão.',
    informacoes_negocio: 'Corte feminino: R$ 70.',
    telefone_whatsapp: phone,
  };
  await post('/agent', agent, headers);
  await page.goto(url);
  await page.evaluate(
    `localStorage.setItem('token', '${token}'); localStorage.setItem('userId', '${user.id}')`,
  );
  await page.goto(`${url}/painel`);
  await page.getByRole('link', { name: 'Conectar WhatsApp' }).click();
  await page.getByAltText('QR code para conectar o WhatsApp').waitFor();
  await page.request.post(`${url}/api/simulador/${phone}/parear`);
  await page.getByText('WhatsApp conectado!').waitFor();
  return phone;
};

/** Silence that every browser plays. */
const wavOf = (seconds: number): Buffer => {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]);
};
