import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import type { Contract } from '#adapters/http/contract/contract.ts';
import { history } from '#adapters/http/contract/history.ts';
import { notices } from '#adapters/http/contract/notices.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { money } from '#adapters/http/contract/values.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { ourName } from '#adapters/http/contract/wire.ts';
import { anyText, instant } from '#tests/support/arbitraries.ts';

const groups = { accounts, agents, history, notices, pauses, plans, simulator, whatsapp };

const calls = Object.entries(groups).flatMap(([group, entries]) =>
  Object.entries<Contract>(entries).map(([name, contract]) => [`${group}.${name}`, contract] as const),
);

describe('every dictionary of the contract', () => {
  it.each(calls)('%s says a question on the wire and understands it again', (_, { input }) => {
    roundTrip(input);
  });

  it.each(calls)('%s says an answer on the wire and understands it again', (_, { answer }) => {
    roundTrip(answer);
  });
});

describe('a bilingual message', () => {
  it('has each of our names once, so that none is lost in translation', () => {
    for (const [name, { input, answer }] of calls) {
      for (const message of [input, answer].flatMap(messagesIn)) {
        const ours = Object.keys(shapeOf(message)).map((theirs) => ourName(message, theirs));
        expect([name, new Set(ours).size]).toEqual([name, ours.length]);
      }
    }
  });

  it('cleans what was typed on its way in, and leaves a password alone', () => {
    const typed = { email: ' bia@x.com\0', senha: ' p\0 ' };
    expect(z.decode(accounts.logIn.input, typed)).toEqual({ email: 'bia@x.com', password: ' p\0 ' });
  });

  it('shows reais and keeps centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(z.decode(money, z.encode(money, cents))).toBe(cents);
      }),
    );
  });
});

// Helpers

/** What JSON makes of it on its way; an empty answer stays what it is. */
const onTheWire = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const roundTrip = (schema: Schema) => {
  fc.assert(
    fc.property(wireValue(schema), (sent) => {
      const ours = z.decode(schema, sent as never);
      expect(z.decode(schema, onTheWire(z.encode(schema, ours as never)) as never)).toEqual(ours);
    }),
    { numRuns: 100 },
  );
};

const defOf = (schema: Schema): Def => schema._zod.def as Def;

/** Anything that the schema takes from the wire. */
const wireValue = (schema: Schema): fc.Arbitrary<unknown> => {
  const def = defOf(schema);
  switch (def.type) {
    case 'pipe':
      return wireValue(def.in).filter((sent) => z.safeDecode(schema, sent as never).success);
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, wireValue(field)])),
      );
    case 'array':
      return fc.array(wireValue(def.element), { maxLength: 4 });
    case 'optional':
      return fc.option(wireValue(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(wireValue(def.innerType), { nil: null });
    case 'union':
      return fc.oneof(...def.options.map(wireValue));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'undefined':
      return fc.constant(undefined);
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    default:
      throw new Error(`No values for a ${def.type} yet.`);
  }
};

/** Prices have two decimals; everything else that is counted is whole. */
const numbers = (schema: Schema): fc.Arbitrary<number> => {
  const bound = (check: string, otherwise: number) =>
    Number(checksOf(schema).find((one) => one.check === check)?.value ?? otherwise);
  const min = Math.max(bound('greater_than', -1_000_000), -1_000_000);
  const max = Math.min(bound('less_than', 1_000_000), 1_000_000);
  const whole = fc.integer({ min, max });
  return 'format' in defOf(schema)
    ? whole
    : fc.oneof(
        whole,
        whole.map((n) => Math.max(min, n / 100)),
      );
};

const texts = (schema: Schema): fc.Arbitrary<string> => {
  const def = defOf(schema);
  const format = 'format' in def ? def.format : null;
  if (format === 'datetime') return instant.map((date) => date.toISOString());
  if (format === 'date') return instant.map((date) => date.toISOString().slice(0, 10));
  const pattern = checksOf(schema).find((one) => one.pattern)?.pattern;
  return pattern ? fc.stringMatching(pattern) : anyText;
};

type Check = { readonly check: string; readonly value?: unknown; readonly pattern?: RegExp };

const checksOf = (schema: Schema): readonly Check[] => {
  const { checks = [] } = defOf(schema) as { checks?: readonly z.core.$ZodCheck[] };
  return checks.map((one) => one._zod.def);
};

/** The dictionaries inside a question or an answer, itself included. */
const messagesIn = (schema: Schema): Schema[] => {
  const def = defOf(schema);
  switch (def.type) {
    case 'array':
      return messagesIn(def.element);
    case 'pipe':
      return defOf(def.in).type === 'object'
        ? [schema, ...Object.values(shapeOf(schema)).flatMap(messagesIn)]
        : messagesIn(def.in);
    default:
      return [];
  }
};

const shapeOf = (message: Schema): Readonly<Record<string, Schema>> => {
  const def = defOf(message);
  const inner = def.type === 'pipe' ? defOf(def.in) : def;
  return inner.type === 'object' ? inner.shape : {};
};
