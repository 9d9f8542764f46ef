import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CustomerFacts, Decision } from '#core/domain/reply.ts';
import { decideReply, isRobot, lateAfterMs } from '#core/domain/reply.ts';

describe('what a message gets', () => {
  it('answers a plain question', () => {
    expect(decideReply(question)).toEqual({ kind: 'reply', steps: [{ kind: 'answer' }] });
  });

  it('sends the menu at its keyword, and answers what was asked beside it', () => {
    const menu = { ...question, files: [7] };
    expect(steps(menu)).toEqual([{ kind: 'send-files', fileIds: [7] }]);
    expect(steps({ ...menu, moreThanKeyword: true })).toEqual([
      { kind: 'send-files', fileIds: [7] },
      { kind: 'answer' },
    ]);
  });

  it('starts booking at a trigger word, after the file that the same words ask for', () => {
    expect(steps({ ...question, files: [7], bookingServiceId: 4, moreThanKeyword: true })).toEqual([
      { kind: 'send-files', fileIds: [7] },
      { kind: 'start-booking', serviceId: 4 },
    ]);
  });

  it('follows the list of contract §6 for every combination of facts', () => {
    const wrong: unknown[] = [];
    let cases = 0;
    for (const facts of everyCustomerFacts()) {
      cases++;
      if (JSON.stringify(decideReply(facts)) !== JSON.stringify(byTheList(facts))) wrong.push(facts);
    }
    expect(cases).toBe(69_120);
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

describe('a message from elsewhere', () => {
  it('is ignored', () => {
    expect(decideReply({ from: 'elsewhere' })).toEqual({ kind: 'ignore' });
  });
});

describe("the owner's message", () => {
  it.each([
    ['/stop', 'stop'],
    [' /START ', 'start'],
  ] as const)('is obeyed when it is %s', (text, command) => {
    expect(decideReply({ from: 'owner', text, humanPauseMinutes: 10 })).toEqual({ kind: 'obey', command });
  });

  it('makes the agent step back for the configured minutes, whatever else it says, even without words', () => {
    fc.assert(
      fc.property(fc.option(fc.string()), fc.integer({ min: 0, max: 1_440 }), (text, humanPauseMinutes) => {
        fc.pre(!['/stop', '/start'].includes((text ?? '').trim().toLowerCase()));
        const decision = decideReply({ from: 'owner', text, humanPauseMinutes });
        expect(decision).toEqual({ kind: 'step-back', humanPauseMinutes });
      }),
    );
  });
});

describe("a customer's message", () => {
  it('gets no text while the contact is paused', () => {
    fc.assert(
      fc.property(customerFacts, origin, (facts, paused) => {
        expect(decideReply({ ...facts, paused })).toEqual({
          kind: 'stay-silent',
          reason: paused === 'robot' ? 'robot' : 'paused',
        });
      }),
    );
  });

  it('is decided by the first rule that applies, whatever the later ones would say', () => {
    fc.assert(
      fc.property(customerFacts, fc.nat({ max: silences.length - 1 }), (facts, rule) => {
        const before = silences.slice(0, rule).map(({ no }) => no);
        const [first] = silences.slice(rule);
        const decided = decideReply(Object.assign({}, facts, ...before, first?.yes));
        expect(decided).toEqual({ kind: 'stay-silent', reason: first?.reason });
      }),
    );
  });

  it('is answered while the agent is offline only when the owner tries it, and never without a plan', () => {
    const offline = { ...question, agentOnline: false };
    expect(decideReply(offline)).toEqual({ kind: 'stay-silent', reason: 'agent-offline' });
    expect(decideReply({ ...offline, test: true }).kind).toBe('reply');
    expect(decideReply({ ...offline, test: true, planActive: false })).toEqual({
      kind: 'stay-silent',
      reason: 'plan-inactive',
    });
  });

  it('is too old at exactly two hours', () => {
    expect(decideReply({ ...question, ageMs: lateAfterMs - 1 }).kind).toBe('reply');
    expect(decideReply({ ...question, ageMs: lateAfterMs })).toEqual({ kind: 'stay-silent', reason: 'late' });
  });

  it('gets a fifth reply within a minute, but not a sixth', () => {
    expect(decideReply({ ...question, repliesLastMinute: 4 }).kind).toBe('reply');
    expect(decideReply({ ...question, repliesLastMinute: 5 })).toEqual(robot);
  });

  it('gets an answer to the third identical text, but not to the fourth', () => {
    expect(decideReply({ ...question, sameTextCount: 3 }).kind).toBe('reply');
    expect(decideReply({ ...question, sameTextCount: 4 })).toEqual(robot);
  });

  it("stays a robot's once it is one, however much more it writes", () => {
    fc.assert(
      fc.property(customerFacts, fc.nat(), fc.nat(), (facts, replies, texts) => {
        fc.pre(isRobot(facts));
        const more = {
          ...facts,
          repliesLastMinute: facts.repliesLastMinute + replies,
          sameTextCount: facts.sameTextCount + texts,
        };
        expect(isRobot(more)).toBe(true);
      }),
    );
  });

  it('without words never reaches the model, sends no file and books nothing', () => {
    fc.assert(
      fc.property(customerFacts, (facts) => {
        const decision = decideReply({ ...facts, wordless: true });
        expect(decision.kind).not.toBe('reply');
      }),
    );
  });

  it('brings at most three files, in their order, and at least one step', () => {
    fc.assert(
      fc.property(customerFacts, (facts) => {
        const unsilenced = Object.assign({}, facts, ...silences.map(({ no }) => no));
        const decision = decideReply({ ...unsilenced, audio: null, wordless: false });
        const taken = decision.kind === 'reply' ? decision.steps : [];
        expect(taken.length).toBeGreaterThan(0);
        const sent = taken.flatMap((step) => (step.kind === 'send-files' ? step.fileIds : []));
        expect(sent).toEqual(facts.files.slice(0, 3));
      }),
    );
  });
});

describe("a customer's voice message", () => {
  const audio = { longestSeconds: 42, canHear: true, toldToday: false };
  const heard = { ...question, audio, wordless: true };

  it('is transcribed before anything is answered', () => {
    expect(decideReply(heard)).toEqual({ kind: 'transcribe' });
    expect(decideReply({ ...heard, wordless: false, files: [7] })).toEqual({ kind: 'transcribe' });
  });

  it('may last five minutes, but not a second more', () => {
    expect(decideReply({ ...heard, audio: { ...audio, longestSeconds: 300 } })).toEqual({
      kind: 'transcribe',
    });
    expect(decideReply({ ...heard, audio: { ...audio, longestSeconds: 301 } })).toEqual({
      kind: 'say',
      text: 'audio-too-long',
      reason: 'audio-too-long',
    });
  });

  it('that cannot be heard is told so once a day', () => {
    const unheard = { ...heard, audio: { ...audio, canHear: false } };
    expect(decideReply(unheard)).toEqual({ kind: 'say', text: 'cannot-hear', reason: 'audio-limit' });
    expect(decideReply({ ...unheard, audio: { ...unheard.audio, toldToday: true } })).toEqual({
      kind: 'stay-silent',
      reason: 'audio-limit',
    });
  });

  it('that cannot be heard does not keep the words beside it from being answered', () => {
    const both = { ...question, audio: { ...audio, canHear: false } };
    expect(steps(both)).toEqual([{ kind: 'answer' }]);
  });
});

// Helpers

const question: CustomerFacts = {
  from: 'customer',
  paused: null,
  agentOnline: true,
  planActive: true,
  test: false,
  ageMs: 3_000,
  repliesLastMinute: 0,
  sameTextCount: 1,
  audio: null,
  wordless: false,
  files: [],
  bookingServiceId: null,
  moreThanKeyword: false,
};

const robot = { kind: 'stay-silent', reason: 'robot' };

const steps = (facts: CustomerFacts) => {
  const decision = decideReply(facts);
  return decision.kind === 'reply' ? decision.steps : decision;
};

const origins = ['list', 'command', 'human', 'robot'] as const;
const origin = fc.constantFrom(...origins);

/** Why there is silence, first reason first: what makes it apply and what keeps it from applying. */
const silences = [
  { reason: 'robot', yes: { paused: 'robot' }, no: { paused: null } },
  { reason: 'paused', yes: { paused: 'list' }, no: { paused: null } },
  { reason: 'agent-offline', yes: { agentOnline: false, test: false }, no: { agentOnline: true } },
  { reason: 'plan-inactive', yes: { planActive: false }, no: { planActive: true } },
  { reason: 'late', yes: { ageMs: 7_200_000 }, no: { ageMs: 7_199_999 } },
  { reason: 'robot', yes: { repliesLastMinute: 5 }, no: { repliesLastMinute: 4 } },
  { reason: 'robot', yes: { sameTextCount: 4 }, no: { sameTextCount: 3 } },
] as const;

/** Contract §6 as it is written: from top to bottom, the first line that applies. */
const theList: readonly (readonly [(facts: CustomerFacts) => boolean, (facts: CustomerFacts) => Decision])[] =
  [
    [({ paused }) => paused === 'robot', () => ({ kind: 'stay-silent', reason: 'robot' })],
    [({ paused }) => paused !== null, () => ({ kind: 'stay-silent', reason: 'paused' })],
    [
      ({ agentOnline, test }) => !(agentOnline || test),
      () => ({ kind: 'stay-silent', reason: 'agent-offline' }),
    ],
    [({ planActive }) => !planActive, () => ({ kind: 'stay-silent', reason: 'plan-inactive' })],
    [({ ageMs }) => ageMs >= 2 * 60 * 60 * 1_000, () => ({ kind: 'stay-silent', reason: 'late' })],
    [({ repliesLastMinute }) => repliesLastMinute + 1 >= 6, () => ({ kind: 'stay-silent', reason: 'robot' })],
    [({ sameTextCount }) => sameTextCount >= 4, () => ({ kind: 'stay-silent', reason: 'robot' })],
    [
      ({ audio }) => audio !== null && audio.longestSeconds > 5 * 60,
      () => ({ kind: 'say', text: 'audio-too-long', reason: 'audio-too-long' }),
    ],
    [({ audio }) => audio?.canHear === true, () => ({ kind: 'transcribe' })],
    [
      ({ audio, wordless }) => wordless && audio?.toldToday === true,
      () => ({ kind: 'stay-silent', reason: 'audio-limit' }),
    ],
    [
      ({ audio, wordless }) => wordless && audio !== null,
      () => ({ kind: 'say', text: 'cannot-hear', reason: 'audio-limit' }),
    ],
    [({ wordless }) => wordless, () => ({ kind: 'say', text: 'please-write', reason: null })],
    [
      ({ files, bookingServiceId }) => files.length > 0 && bookingServiceId !== null,
      ({ files, bookingServiceId }) => ({
        kind: 'reply',
        steps: [
          { kind: 'send-files', fileIds: files.slice(0, 3) },
          { kind: 'start-booking', serviceId: bookingServiceId ?? 0 },
        ],
      }),
    ],
    [
      ({ bookingServiceId }) => bookingServiceId !== null,
      ({ bookingServiceId }) => ({
        kind: 'reply',
        steps: [{ kind: 'start-booking', serviceId: bookingServiceId ?? 0 }],
      }),
    ],
    [
      ({ files, moreThanKeyword }) => files.length > 0 && moreThanKeyword,
      ({ files }) => ({
        kind: 'reply',
        steps: [{ kind: 'send-files', fileIds: files.slice(0, 3) }, { kind: 'answer' }],
      }),
    ],
    [
      ({ files }) => files.length > 0,
      ({ files }) => ({ kind: 'reply', steps: [{ kind: 'send-files', fileIds: files.slice(0, 3) }] }),
    ],
    [() => true, () => ({ kind: 'reply', steps: [{ kind: 'answer' }] })],
  ];

const byTheList = (facts: CustomerFacts): Decision | undefined =>
  theList.find(([applies]) => applies(facts))?.[1](facts);

const booleans = [false, true] as const;
const everyAudio = [
  null,
  ...[300, 301].flatMap((longestSeconds) =>
    booleans.flatMap((canHear) => booleans.map((toldToday) => ({ longestSeconds, canHear, toldToday }))),
  ),
];

const values: { readonly [K in Exclude<keyof CustomerFacts, 'from'>]: readonly CustomerFacts[K][] } = {
  paused: [null, ...origins],
  agentOnline: booleans,
  planActive: booleans,
  test: booleans,
  ageMs: [lateAfterMs - 1, lateAfterMs],
  repliesLastMinute: [4, 5],
  sameTextCount: [3, 4],
  audio: everyAudio,
  wordless: booleans,
  files: [[], [7], [7, 8, 9, 10]],
  bookingServiceId: [null, 4],
  moreThanKeyword: booleans,
};

/** The whole cross product of the values on both sides of every boundary. */
function everyCustomerFacts(): readonly CustomerFacts[] {
  let all: Partial<CustomerFacts>[] = [{ from: 'customer' }];
  for (const [name, choices] of Object.entries(values)) {
    all = all.flatMap((facts) => choices.map((value) => ({ ...facts, [name]: value })));
  }
  return all as CustomerFacts[];
}

const customerFacts: fc.Arbitrary<CustomerFacts> = fc.record({
  from: fc.constant('customer'),
  paused: fc.option(origin),
  agentOnline: fc.boolean(),
  planActive: fc.boolean(),
  test: fc.boolean(),
  ageMs: fc.nat({ max: 2 * lateAfterMs }),
  repliesLastMinute: fc.nat({ max: 8 }),
  sameTextCount: fc.integer({ min: 1, max: 6 }),
  audio: fc.option(
    fc.record({ longestSeconds: fc.nat({ max: 600 }), canHear: fc.boolean(), toldToday: fc.boolean() }),
  ),
  wordless: fc.boolean(),
  files: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
  bookingServiceId: fc.option(fc.integer({ min: 1, max: 99 })),
  moreThanKeyword: fc.boolean(),
});
