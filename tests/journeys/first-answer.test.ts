import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newCpf, newPhone } from '../support/world.ts';
import { inTheBrowser } from './in-the-browser.ts';
import { isSound } from './is-sound.ts';

describe('a newcomer', () => {
  const journey = inTheBrowser();

  it.each([360, 1280])('gets a first answer, on a screen %i pixels wide', async (width) => {
    const context = await journey.newWindow(width);
    const complaints = listenTo(context);
    const page = await context.newPage();
    const phone = newPhone();
    const email = `bia${phone}@salao.com.br`;

    await page.goto(journey.url);
    await isSound(page);
    await signUpByKeyboard(page, { phone, email });
    await logIn(page, email);
    await isSound(page);

    await makeAgentByKeyboard(page, phone);
    await isSound(page);

    await page.getByRole('link', { name: 'Conectar WhatsApp' }).click();
    await page.getByAltText('QR code para conectar o WhatsApp').waitFor();
    await page.getByRole('button', { name: 'Continuar aqui' }).click();
    await isSound(page);

    const simulator = await openSimulator(page);
    await simulator.getByRole('button', { name: 'Escanear QR' }).click();
    await page.getByText('WhatsApp conectado!').waitFor();
    await isSound(page);

    await simulator.getByRole('button', { name: 'Abrir conversa' }).click();
    await simulator.getByLabel('Mensagem', { exact: true }).fill('Quanto custa o corte feminino?');
    await simulator.keyboard.press('Enter');
    await simulator.getByRole('log').getByText('R$ 70').waitFor();
    await isSound(simulator);

    await page.getByRole('link', { name: 'Voltar ao painel' }).click();
    await page.getByText('WhatsApp Conectado').waitFor();
    await page.getByRole('button', { name: 'Ações de Salão da Bia' }).click();
    await isSound(page);
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    const entry = page.getByRole('article').filter({ hasText: 'Quanto custa o corte feminino?' });
    await entry.getByText('R$ 70').waitFor();
    await isSound(page);

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('finds every other screen sound too', async () => {
    const context = await journey.newWindow(360);
    const complaints = listenTo(context);
    const page = await context.newPage();
    const phone = newPhone();
    const email = `bia${phone}@salao.com.br`;
    await page.goto(journey.url);
    await signUpByKeyboard(page, { phone, email });
    await logIn(page, email);
    await makeAgentByKeyboard(page, phone);
    await page.getByRole('link', { name: 'Voltar ao painel' }).last().click();

    await page.getByRole('button', { name: 'Ajuda' }).click();
    await isSound(page);
    await page.keyboard.press('Escape');
    for (const item of ['Código para o site', 'Excluir']) {
      await page.getByRole('button', { name: 'Ações de Salão da Bia' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await isSound(page);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Ações de Salão da Bia' }).click();
    await page.getByRole('menuitem', { name: 'Números pausados' }).click();
    await page.getByLabel('Telefone do cliente').fill('11911112222');
    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.getByText('(11) 91111-2222').waitFor();
    await isSound(page);
    for (const address of ['/perfil', '/nao-existe']) {
      await page.goto(journey.url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await isSound(page);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

// Helpers

const password = 'tesoura azul 92';

/** Everything that a browser complains of: errors, exceptions, and what the page's policy forbids. */
const listenTo = (context: BrowserContext): string[] => {
  const complaints: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
    });
  });
  void context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('The policy forbids', event.violatedDirective, event.blockedURI))`,
  );
  return complaints;
};

/** Presses Tab until it is there, as somebody without a mouse does. */
const tabTo = async (page: Page, wanted: Locator) => {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error(`Tab does not lead to ${wanted}`);
};

const typeInto = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
};

const pressOn = async (page: Page, role: 'button' | 'link', name: string) => {
  await tabTo(page, page.getByRole(role, { name }).last());
  await page.keyboard.press('Enter');
};

const signUpByKeyboard = async (page: Page, { phone, email }: { phone: string; email: string }) => {
  await pressOn(page, 'link', 'Criar conta');
  await page.getByRole('heading', { name: 'Criar Conta' }).waitFor();
  await isSound(page);
  await typeInto(page, 'Nome', 'Bia Ferreira');
  await typeInto(page, 'CPF ou CNPJ', newCpf());
  await typeInto(page, 'E-mail', email);
  await typeInto(page, 'Telefone (WhatsApp)', phone);
  await typeInto(page, 'Senha', password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Acessar sua Conta' }).waitFor();
};

const logIn = async (page: Page, email: string) => {
  await isSound(page);
  await typeInto(page, 'E-mail', email);
  await typeInto(page, 'Senha', password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
};

const makeAgentByKeyboard = async (page: Page, phone: string) => {
  await pressOn(page, 'link', 'Criar Novo Agente');
  await page.getByRole('heading', { name: 'Criar Agente' }).waitFor();
  await isSound(page);
  await typeInto(page, 'Nome do agente', 'Salão da Bia');
  await typeInto(page, 'Descrição', 'Atendimento do Salão da Bia.');
  await typeInto(page, 'Número de WhatsApp', phone);
  await typeInto(page, 'Informações do negócio', 'Corte feminino: R$ 70. Corte masculino: R$ 45.');
  await pressOn(page, 'button', 'Criar agente');
  await page.getByText('Agente criado com sucesso!').waitFor();
};

const openSimulator = async (page: Page): Promise<Page> => {
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Abrir o simulador' }).click();
  const simulator = await opening;
  await simulator.getByRole('heading', { name: 'Simulador de WhatsApp' }).waitFor();
  return simulator;
};
