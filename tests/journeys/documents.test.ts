import { describe, it } from 'vitest';
import { docxOf } from '../support/documents.ts';
import { inTheBrowser } from './in-the-browser.ts';
import { isSound } from './is-sound.ts';
import { signIn } from './sign-in.ts';

describe('an owner with a price list', () => {
  const journey = inTheBrowser();

  it.each([360, 1280])('sends it, sees it and deletes it, on a screen %i pixels wide', async (width) => {
    const context = await journey.newWindow(width);
    const page = await context.newPage();
    await signIn(page, journey.url);
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
