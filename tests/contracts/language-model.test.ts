import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offlineAnswerer } from '#adapters/offline-answerer/offline-answerer.ts';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import type { Line } from '#core/domain/message.ts';
import type { Brief, RecordedStep } from '#core/domain/prompt.ts';
import { promptBounds } from '#core/domain/prompt.ts';
import type { LanguageModel } from '#core/ports/language-model.ts';
import type { FakeReply, FakeRequest } from '#tests/support/fake-openai.ts';
import { startFakeOpenAi } from '#tests/support/fake-openai.ts';

type World = { readonly model: LanguageModel; readonly close: () => Promise<void> };

const adapters: readonly { readonly name: string; readonly open: () => Promise<World> }[] = [
  { name: 'offline answerer', open: async () => ({ model: offlineAnswerer(), close: async () => {} }) },
  { name: 'openai', open: () => openaiWorld(modestModel) },
];

describe.each(adapters)('LanguageModel ($name)', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  it('says the next thing to say', async () => {
    const reply = await world.model.reply(asking('quanto custa o corte?'), []);
    expect(reply).toEqual({ kind: 'text', text: expect.stringContaining('R$ 50') });
  });

  it('hands over what the business did not tell', async () => {
    const reply = await world.model.reply(asking('vocês vendem aquário?'), []);
    expect(reply).toEqual({
      kind: 'calls',
      calls: [{ id: expect.any(String), name: 'hand-over', input: { reason: expect.any(String) } }],
    });
  });

  it('names only tools that the brief offers', async () => {
    const reply = await world.model.reply({ ...asking('vocês vendem aquário?'), tools: [] }, []);
    expect(reply).toMatchObject({ kind: 'text', text: expect.stringContaining('Não tenho essa informação') });
  });

  it('goes on from the steps of this turn and hands over once', async () => {
    const brief = asking('vocês vendem aquário?');
    const first = await world.model.reply(brief, []);
    if (first.kind !== 'calls') throw new Error(first.kind);
    const steps = first.calls.map((call): RecordedStep => ({ call, result: 'A equipe foi avisada.' }));
    const second = await world.model.reply(brief, steps);
    expect(second).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('Não tenho essa informação'),
    });
  });

  it('lets the text be heard as it grows', async () => {
    let heard = '';
    const reply = await world.model.reply(asking('quanto custa o corte?'), [], (part) => {
      heard += part;
    });
    expect(reply).toEqual({ kind: 'text', text: heard });
  });

  it('is heard to say nothing while it calls a tool', async () => {
    const parts: string[] = [];
    const reply = await world.model.reply(asking('vocês vendem aquário?'), [], (part) => parts.push(part));
    expect(reply.kind).toBe('calls');
    expect(parts).toEqual([]);
  });

  it('keeps conversations apart', async () => {
    const replies = await Promise.all(
      ['quanto custa o corte?', 'vocês vendem aquário?', 'quanto custa o corte?'].map((text) =>
        world.model.reply(asking(text), []),
      ),
    );
    expect(replies.map(({ kind }) => kind)).toEqual(['text', 'calls', 'text']);
  });

  it('never throws, and says only what may be sent as it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyBrief, fc.boolean(), async (brief, aloud) => {
        const reply = await world.model.reply(brief, [], aloud ? () => {} : undefined);
        if (reply.kind === 'text') {
          expect(reply.text.length).toBeGreaterThan(0);
          expect(reply.text.length).toBeLessThanOrEqual(promptBounds.answerCharacters);
          expect(reply.text).not.toMatch(/[^\P{Cc}\n\t]/u);
          expect(reply.text.isWellFormed()).toBe(true);
        }
        if (reply.kind === 'calls') expect(reply.calls.map(({ name }) => name)).toEqual(brief.tools);
      }),
      { numRuns: 60 },
    );
  });
});

// Helpers

const at = new Date('2026-11-21T14:05:00Z');

const asking = (text: string): Brief => ({
  agentName: 'Salão Bela Vida',
  description: 'Salão de beleza',
  businessInfo: 'Preços\n- Corte: R$ 50\n- Escova: R$ 60',
  dontKnowText: 'Não tenho essa informação. Vou perguntar e já te digo.',
  passages: [],
  files: [],
  filesGoing: [],
  conversation: [{ author: 'customer', text, at }],
  now: at,
  timeZone: 'America/Sao_Paulo',
  tools: ['hand-over'],
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    'quanto custa o corte?',
    'oi',
    'Corte: R$ 50',
    '# x\n\u0000\ud800',
    '|a|b|\n|-|-|\n|c|R$ 9|',
    ':',
  ),
);

const anyLine: fc.Arbitrary<Line> = fc.record({
  author: fc.constantFrom('customer', 'agent', 'owner'),
  text: anyText,
  at: fc.constant(at),
});

const anyBrief: fc.Arbitrary<Brief> = fc.record({
  agentName: anyText,
  description: anyText,
  businessInfo: anyText,
  dontKnowText: fc.constantFrom('Não sei. A equipe já responde.', 'Deixa eu perguntar 😉'),
  passages: fc.array(anyText, { maxLength: 3 }),
  files: fc.constant([]),
  filesGoing: fc.constant([]),
  conversation: fc.array(anyLine, { maxLength: 25 }),
  now: fc.constant(at),
  timeZone: fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'America/Noronha'),
  tools: fc.constantFrom([], ['hand-over'] as const),
});

const openaiWorld = async (handler: (request: FakeRequest) => FakeReply): Promise<World> => {
  const server = await startFakeOpenAi(handler);
  return { model: openaiLanguageModel({ apiKey: 'sk-teste', baseUrl: server.url }), close: server.close };
};

/** Does what the rules in the request say, knowing one price. */
function modestModel({ body }: FakeRequest): FakeReply {
  const question = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (question.includes('corte')) return { text: 'O corte custa R$ 50.' };
  if (body.tools && body.tool_choice !== 'none') {
    return { calls: [{ name: 'hand_over', input: { reason: question } }] };
  }
  return { text: 'Não tenho essa informação aqui.' };
}
