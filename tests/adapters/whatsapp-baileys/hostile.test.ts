import { proto } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Program, type Town, textsOf } from '#tests/support/baileys-town.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
let shop: ReturnType<Town['business']>;
let program: Program;

beforeAll(async () => {
  town = await openTown();
  shop = town.business();
  program = town.start({ watchMs: 50 });
  await town.pair(shop, program);
});
afterAll(() => town.close());

describe('a number that somebody writes nonsense to', () => {
  it.each([
    ['NUL in the id', { id: 'A\0B' }],
    ['an id of half a character', { id: 'A\ud83d' }],
    ['an id of ten thousand characters', { id: 'A'.repeat(10_000) }],
  ])('goes on hearing its customers after a message with %s', async (_, odd) => {
    const [ana, bia] = [customer(), customer()];
    const [before, said] = [program.heard.kept.length, program.said.length];
    await town.whatsapp.write(ana, shop.owner, { text: 'Oi', ...odd });
    await town.whatsapp.write(bia, shop.owner, { text: 'Tem vaga?' });
    await until(() => program.heard.kept.length > before);
    expect(textsOf(program.heard).slice(before)).toEqual(['Tem vaga?']);
    expect(program.said.slice(said)).toEqual([]);
  });

  it('goes on hearing its customers after a megabyte of empty contacts', async () => {
    const before = program.heard.kept.length;
    const contacts = Array.from({ length: 250_000 }, () => ({}));
    const content = proto.Message.fromObject({ contactsArrayMessage: { contacts } });
    const asked = performance.now();
    await town.whatsapp.write(customer(), shop.owner, { content });
    await town.whatsapp.write(customer(), shop.owner, { text: 'Tem vaga?' });
    await until(() => textsOf(program.heard).slice(before).includes('Tem vaga?'));
    expect(performance.now() - asked).toBeLessThan(10_000);
  });
});

let people = 0;
const customer = () => {
  people += 1;
  return town.whatsapp.person({ pn: `55219${82_000_000 + people}`, name: `Bia ${people}` });
};
