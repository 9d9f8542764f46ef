import { describe, expect, it } from 'vitest';
import { drawnPng } from '../support/pictures.ts';
import { inTheBrowser } from './in-the-browser.ts';
import { isSound } from './is-sound.ts';
import { signIn } from './sign-in.ts';

describe('an owner with a map', () => {
  const journey = inTheBrowser();

  it.each([360, 1280])('sends it, sees it and deletes it, on a screen %i pixels wide', async (width) => {
    const context = await journey.newWindow(width);
    const page = await context.newPage();
    await signIn(page, journey.url);
    await page.getByRole('link', { name: 'Respostas Automáticas' }).click();
    await page.getByText('Nenhum arquivo enviado.').waitFor();
    await isSound(page);

    await page.getByRole('button', { name: 'Enviar arquivo' }).press('Enter');
    await page.getByText('Selecione um arquivo.').waitFor();
    await isSound(page);

    await page
      .getByLabel('Arquivo', { exact: true })
      .setInputFiles({ name: `${'mapa-'.repeat(12)}.png`, ...map });
    await page.getByLabel('Palavras-chave').fill('mapa, como chegar, endereço do salão no centro');
    await page.getByLabel('Legenda (opcional)').fill('Ficamos ao lado da padaria.');
    await page.getByRole('button', { name: 'Enviar arquivo' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Arquivo enviado com sucesso!' }).waitFor();
    await page.getByText('1 de 10 arquivos').waitFor();
    await expect.poll(() => page.evaluate('document.querySelector("li img")?.naturalWidth')).toBe(120);
    await isSound(page);

    await page.getByRole('button', { name: /^Excluir mapa/ }).press('Enter');
    await isSound(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir arquivo' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Arquivo excluído!' }).waitFor();
    await page.getByText('Nenhum arquivo enviado.').waitFor();
    await context.close();
  });
});

// Helpers

const map = { mimeType: 'image/png', buffer: drawnPng(120, 80, [200, 120, 60]) };
