import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { documents } from '#adapters/http/contract/documents.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { foundBounds } from '#core/application/knowledge/find-passages.ts';
import { documentLimits } from '#core/domain/document.ts';
import { docxOf, pdfOf } from '#tests/support/documents.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts';
import { until } from '#tests/support/pipeline.ts';
import { newAgent, newPhone, openWorld, type World } from '#tests/support/world.ts';

let world: World;
let model: FakeOpenAi;
beforeAll(async () => {
  model = await startFakeOpenAi([{ text: 'Aqui está.' }]);
  world = await openWorld({ workers: true, modelUrl: model.url });
});
afterAll(async () => {
  await world.close();
  await model.close();
});

/** On which page of the PDF, or in which part of the DOCX, each stands, and how a customer asks for it. */
const needles = [
  {
    place: 12,
    row: ['Massagem com pedras vulcânicas', 'R$ 187,00'],
    asked: 'qto custa a masagem com pedra vulcanica?',
  },
  {
    place: 77,
    row: ['Aluguel de roçadeira a gasolina', 'R$ 64,50'],
    asked: 'vcs alugam roçadeira? qual o valor',
  },
  {
    place: 141,
    row: ['Curso de panificação artesanal', 'R$ 412,00'],
    asked: 'quanto é o curso de panificacao artesanal',
  },
  {
    place: 208,
    row: ['Banho e tosa de cães gigantes', 'R$ 158,90'],
    asked: 'preço de banho e tosa pra cachorro gigante, cães',
  },
  {
    place: 299,
    row: ['Conserto de relógio de parede', 'R$ 93,00'],
    asked: 'Bom dia! Vocês consertam relógio de parede?',
  },
] as const;

const kinds = ['Serviço', 'Produto', 'Pacote', 'Peça', 'Kit', 'Conjunto'];
const made = ['azul', 'verde', 'clássico', 'especial', 'simples', 'completo', 'infantil', 'premium'];

const rowsOf = (place: number, count: number): [string, string][] =>
  Array.from({ length: count }, (_, n) => {
    const found = n === 9 ? needles.find((needle) => needle.place === place) : undefined;
    if (found) return [found.row[0], found.row[1]];
    const name = `${kinds[(place + n) % kinds.length]} ${made[(place * 7 + n) % made.length]} ${place}-${n}`;
    return [name, `R$ ${((place * 31 + n * 17) % 900) + 10},00`];
  });

const longPdf = () =>
  pdfOf(
    Array.from({ length: documentLimits.pages }, (_, page) => [
      { text: `Capítulo ${page + 1}`, x: 50, y: 60, size: 18, bold: true },
      ...rowsOf(page + 1, 24).flatMap(([name, price], n) => [
        { text: name, x: 50, y: 100 + n * 26 },
        { text: price, x: 400, y: 100 + n * 26 },
      ]),
    ]),
  );

const longDocx = () =>
  docxOf(
    Array.from({ length: documentLimits.pages }, (_, part) => part + 1).flatMap((part) => [
      { heading: `Parte ${part}` },
      { table: [['Item', 'Preço'], ...rowsOf(part, 12)] },
    ]),
  );

describe.each([
  ['a PDF of 300 pages', 'lista.pdf', longPdf],
  ['a long price list in DOCX', 'lista.docx', longDocx],
] as const)('%s', (_, name, make) => {
  it('is read, and the model is told the right row for each question, and little else', {
    timeout: 120_000,
  }, async () => {
    const owner = await world.owner();
    const { id, phone } = await owner.gets(agents.create, newAgent());
    await owner.gets(whatsapp.start, { phone });
    await owner.gets(simulator.pair, { phone });
    const startedAt = performance.now();
    const before = process.memoryUsage().rss;
    const file = new File([new Uint8Array(make())], name);
    await owner.gets(documents.upload, { agentId: id, file });
    const seconds = (performance.now() - startedAt) / 1_000;
    const grownMb = (process.memoryUsage().rss - before) / 1e6;
    console.log(`${name}: ready after ${seconds.toFixed(1)} s; the server grew by ${grownMb.toFixed(0)} MB`);

    for (const { row, asked } of needles) {
      const seen = model.requests.length;
      await owner.gets(simulator.write, { phone, contact: newPhone(), text: asked });
      await until(() => model.requests.length > seen);
      const told = model.requests.at(-1)?.body.messages[0]?.content ?? '';
      expect(told).toContain(row.join(' | '));
      const passages = told.split('<<<trecho de documento>>>').slice(1).join('');
      expect(passages.length).toBeLessThan(foundBounds.characters + foundBounds.passages * 400);
    }
  });
});
