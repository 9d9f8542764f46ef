import { readFileSync } from 'node:fs';
import { TypedContainer } from '@inversifyjs/strongly-typed';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offlineAnswerer as plugged } from '#adapters/offline-answerer/module.ts';
import { offlineAnswerer } from '#adapters/offline-answerer/offline-answerer.ts';
import { fileAboveText, fileGoingText } from '#adapters/offline-answerer/sentences.pt-br.ts';
import type { Line } from '#core/domain/message.ts';
import type { Brief, RecordedStep } from '#core/domain/prompt.ts';
import { dontKnowText } from '#core/domain/reply-texts.pt-br.ts';
import type { Ports } from '#core/ports/index.ts';

describe('the answers without a key', () => {
  it.each(questions())('$business: $asked', async ({ business, lines, holds, lacks }) => {
    const { text, handedOver } = await conversation(business, lines);
    for (const part of holds) expect(text).toContain(part);
    for (const part of lacks) expect(text).not.toContain(part);
    if (holds.length === 0) {
      expect(handedOver).toBe(true);
      expect(text).toBe(dontKnowText);
    }
  });
});

describe('the offline answerer', () => {
  it.each([
    ['Oi!', 'Olá! Sou o atendimento virtual de Salão Bela Vida. Como posso ajudar?'],
    ['Bom dia, tudo bem?', 'Olá! Sou o atendimento virtual de Salão Bela Vida. Como posso ajudar?'],
    ['muito obrigada!!', 'Por nada! Se precisar de mais alguma coisa, é só chamar.'],
    ['ok', 'Certo! Se precisar de mais alguma coisa, é só chamar.'],
    ['vc é um robô?', /atendimento virtual de Salão Bela Vida, um assistente automático/],
  ])('answers %j with manners', async (line, expected) => {
    expect((await conversation('salao', [line])).text).toMatch(expected);
  });

  it('calls the team when somebody wants a person, once, and says so', async () => {
    const asked = brief('salao', [line('customer', 'quero falar com um atendente')]);
    const reply = await offlineAnswerer().reply(asked, []);
    expect(reply).toMatchObject({
      kind: 'calls',
      calls: [{ name: 'hand-over', input: { reason: 'quero falar com um atendente' } }],
    });
    expect(await offlineAnswerer().reply(asked, [handedOver])).toEqual({
      kind: 'text',
      text: 'Certo! Vou avisar a equipe e alguém te responde por aqui.',
    });
  });

  it('takes a burst of messages as one', async () => {
    const { text } = await conversation(
      'salao',
      ['bom dia'],
      ['tudo bem?', 'qto custa a manicure', 'e aceitam pix?'],
    );
    expect(text).toContain('Manicure: R$ 35');
    expect(text).toContain('Aceitamos Pix');
  });

  it('puts the price of one service under no other that is written on the same line', async () => {
    const businessInfo = 'Salão da Bia. Corte feminino: R$ 70. Corte masculino: R$ 45. Escova: R$ 50.';
    const asked = { ...brief('salao', [line('customer', 'Quanto custa o corte masculino?')]), businessInfo };
    const reply = await offlineAnswerer().reply(asked, []);
    expect(reply).toEqual({ kind: 'text', text: 'Sobre o valor:\nCorte masculino: R$ 45.' });
  });

  it.each([
    ['quanto custa o corte feminino?', 'R$ 80', 'R$ 70'],
    ['que horas abre no sábado?', '9h às 14h', '8h às 12h'],
    ['quanto custa a escova?', 'Escova: R$ 50', 'R$ 80'],
    ['quanto custa o corte?', 'Corte masculino: R$ 45', 'R$ 70'],
  ])('holds to the business information where a document says otherwise: %s', async (asked, holds, lacks) => {
    const businessInfo = 'Salão da Bia.\nCorte feminino: R$ 80.\nSábado das 9h às 14h.';
    const passages = [
      'guia.pdf › p. 1\nCorte feminino: R$ 70.\nCorte masculino: R$ 45.\nEscova: R$ 50.\nSábado: das 8h às 12h.',
    ];
    const told = { ...brief('salao', [line('customer', asked)]), businessInfo, passages };
    const reply = await offlineAnswerer().reply(told, []);
    expect(reply.kind === 'text' && reply.text).toContain(holds);
    expect(reply.kind === 'text' && reply.text).not.toContain(lacks);
  });

  it('answers from passages of documents too', async () => {
    const asked = brief('salao', [line('customer', 'qual a garantia da progressiva?')]);
    const passages = ['Garantia: a progressiva tem garantia de 30 dias.'];
    const reply = await offlineAnswerer().reply({ ...asked, passages }, []);
    expect(reply).toMatchObject({ kind: 'text', text: expect.stringContaining('garantia de 30 dias') });
  });

  it('says of a file that it was sent, and still does not know the rest', async () => {
    const files = [{ id: 4, name: 'mapa.pdf', keywords: ['mapa'] }];
    const asked = (text: string, more: Partial<Brief> = {}) =>
      offlineAnswerer().reply(
        { ...brief('salao', [{ author: 'customer', text, at }]), files, tools: [], ...more },
        [],
      );
    expect(await asked('Me manda o mapa?', { filesGoing: ['mapa.pdf'] })).toEqual({
      kind: 'text',
      text: fileGoingText,
    });
    const conversation: Line[] = [
      { author: 'agent', text: '[arquivo enviado: mapa.pdf]', at },
      { author: 'customer', text: 'Cadê o mapa?', at },
    ];
    expect(await asked('', { conversation })).toEqual({ kind: 'text', text: fileAboveText });
    expect(await asked('Me manda o mapa?')).toEqual({ kind: 'text', text: dontKnowText });
    const both = await asked('Me manda o mapa? Vocês vendem bicicletas?', { filesGoing: ['mapa.pdf'] });
    expect(both).toEqual({ kind: 'text', text: `${fileGoingText}\n\n${dontKnowText}` });
  });

  it('knows what day it is where the business is', async () => {
    const asked = brief('salao', [line('customer', 'vocês abrem amanhã?')]);
    const inTokyo = { ...asked, timeZone: 'Asia/Tokyo', now: new Date('2026-11-23T16:00:00Z') };
    expect(await offlineAnswerer().reply(inTokyo, [])).toMatchObject({
      text: expect.stringContaining('Terça a sexta'),
    });
    const inSaoPaulo = { ...inTokyo, timeZone: 'America/Sao_Paulo', now: new Date('2026-11-22T16:00:00Z') };
    expect(await offlineAnswerer().reply(inSaoPaulo, [])).toMatchObject({
      text: expect.stringContaining('fechado'),
    });
  });

  it('says nothing that the owner did not write', async () => {
    await fc.assert(
      fc.asyncProperty(
        ownersText,
        fc.array(customersLine, { minLength: 1, maxLength: 4 }),
        async (text, lines) => {
          const asked = {
            ...brief(
              'salao',
              lines.map((said) => line('customer', said)),
            ),
            businessInfo: text,
          };
          const reply = await offlineAnswerer().reply(asked, [handedOver]);
          if (reply.kind !== 'text') throw new Error(reply.kind);
          expect(reply.text.length).toBeLessThanOrEqual(1_500);
          for (const said of reply.text.split('\n')) {
            const facts = ours.includes(said) ? [] : said.split(': ');
            for (const fact of facts) expect(bare(text)).toContain(bare(fact));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells the price of what was asked for and of nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(priceList, fc.nat(), fc.nat(), fc.boolean(), async (services, which, letter, typo) => {
        const listed = services.slice(0, -2).map((service, at) => `- ${service}: R$ ${at + 11}`);
        const at = which % services.length;
        const name = services[at] ?? '';
        const drop = 1 + (letter % (name.length - 1));
        const asked = `qto custa ${typo ? name.slice(0, drop) + name.slice(drop + 1) : name}?`;
        const businessInfo = ['Espaço Aurora', '', 'Preços', ...listed].join('\n');
        const reply = await offlineAnswerer().reply(
          { ...brief('salao', [line('customer', asked)]), businessInfo },
          [handedOver],
        );
        const prices = JSON.stringify(reply).match(/R\$ \d+/g) ?? [];
        const own = at < listed.length ? [`R$ ${at + 11}`] : [];
        if (typo) expect([...own, undefined]).toContain(prices[0]);
        else expect(prices).toEqual(own);
        expect(prices.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('says the same to the same question', async () => {
    const asked = brief('petshop', [line('customer', 'quanto custa o banho?')]);
    const one = offlineAnswerer();
    expect(await one.reply(asked, [])).toEqual(await one.reply(asked, []));
    expect(await one.reply(asked, [])).toEqual(await offlineAnswerer().reply(asked, []));
  });

  it('is quick with the longest text that an owner may write', async () => {
    const long = `${file('businesses/salao.txt')}\n`.repeat(60).slice(0, 50_000);
    const asked = { ...brief('salao', [line('customer', 'qto custa a progresiva?')]), businessInfo: long };
    const one = offlineAnswerer();
    await one.reply(asked, []);
    const began = performance.now();
    await one.reply(asked, []);
    expect(performance.now() - began).toBeLessThan(200);
  });

  it('is plugged in by its module', async () => {
    const container = new TypedContainer<Ports>();
    container.load(plugged);
    expect(
      await container.get('languageModel').reply(brief('salao', [line('customer', 'oi')]), []),
    ).toMatchObject({
      kind: 'text',
    });
  });
});

// Helpers

const at = new Date('2026-11-21T14:05:00Z');
const line = (author: Line['author'], text: string): Line => ({ author, text, at });
const handedOver: RecordedStep = { call: { id: 'hand-over', name: 'hand-over', input: {} }, result: 'ok' };

function file(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}

function questions() {
  const parts = (text = '') =>
    text
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '' && one !== '-');
  return file('offline-questions.txt')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [business = '', asked = '', holds, lacks] = row.split('|').map((cell) => cell.trim());
      return { business, asked, lines: asked.split(' > '), holds: parts(holds), lacks: parts(lacks) };
    });
}

const names: Record<string, string> = {
  salao: 'Salão Bela Vida',
  padaria: 'Padaria Pão Quente',
  clinica: 'Sorriso Leve',
  petshop: 'Pet Shop Amigo Fiel',
  pizzaria: 'Pizzaria do Nonno',
  academia: 'Studio Corpo em Equilíbrio',
  oficina: 'Auto Mecânica Irmãos Silva',
};

const brief = (business: string, conversation: readonly Line[]): Brief => ({
  agentName: names[business] ?? business,
  description: 'Atende os clientes',
  businessInfo: file(`businesses/${business}.txt`),
  dontKnowText,
  passages: [],
  files: [],
  filesGoing: [],
  conversation,
  now: at,
  timeZone: 'America/Sao_Paulo',
  tools: ['hand-over'],
});

/** Each line waits for its answer before the next; `burst` comes at once after them. */
const conversation = async (business: string, lines: readonly string[], burst: readonly string[] = []) => {
  const model = offlineAnswerer();
  const said: Line[] = [];
  let last = { text: '', handedOver: false };
  for (const group of burst.length > 0 ? [...lines.map((one) => [one]), burst] : lines.map((one) => [one])) {
    said.push(...group.map((one) => line('customer', one)));
    const asked = brief(business, said);
    const first = await model.reply(asked, []);
    const reply = first.kind === 'calls' ? await model.reply(asked, [handedOver]) : first;
    if (reply.kind !== 'text') throw new Error(reply.kind);
    last = { text: reply.text, handedOver: first.kind === 'calls' };
    said.push(line('agent', reply.text));
  }
  return last;
};

/** Our own sentences: openings, manners, and not knowing. */
const ours = [
  '',
  dontKnowText,
  'Veja o que tenho aqui:',
  'Sobre o valor:',
  'Sobre o horário:',
  'Sobre estacionamento:',
  'Sobre agendamento:',
  'Sobre entrega:',
  'Sobre o pagamento:',
  'Nosso contato:',
  'Nosso endereço:',
  'Certo! Vou avisar a equipe e alguém te responde por aqui.',
  'Certo! Se precisar de mais alguma coisa, é só chamar.',
  'Por nada! Se precisar de mais alguma coisa, é só chamar.',
  'Olá! Sou o atendimento virtual de Salão Bela Vida. Como posso ajudar?',
];

const bare = (text: string): string => text.replaceAll(/[*_`\s]+/g, ' ').trim();

const someWords = fc.constantFrom(
  ...[
    'corte',
    'masculino',
    'feminino',
    'R$ 50',
    'R$ 90,00',
    'Horário',
    'sábado',
    'das 8h às 18h',
    'Rua A, 10',
    'pix',
  ],
  ...[
    'quanto',
    'custa',
    'abre',
    'onde',
    'aceita',
    'e',
    'o',
    'domingo',
    '?',
    ':',
    '- ',
    '\n',
    '\n\n',
    '# ',
    '|',
    ';',
    ', ',
  ],
  ...[
    'Banho',
    'E TOSA',
    'progressiva',
    'a partir de',
    '.',
    'Não fazemos',
    'telefone (11) 98765-4321',
    '**',
    'agendar',
  ],
);
/** Services of which the last two are not on the list. */
const priceList = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(
        'Corte',
        'Escova',
        'Hidratação',
        'Massagem',
        'Limpeza',
        'Depilação',
        'Banho',
        'Tosa',
        'Revisão',
      ),
      fc.constantFrom(
        'masculino',
        'feminina',
        'infantil',
        'simples',
        'completa',
        'profunda',
        'a laser',
        'da perna',
      ),
    )
    .map((words) => words.join(' ')),
  { minLength: 4, maxLength: 25 },
);
const ownersText = fc.array(someWords, { minLength: 5, maxLength: 60 }).map((words) => words.join(' '));
const customersLine = fc.array(someWords, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
