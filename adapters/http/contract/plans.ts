import * as z from 'zod/mini';
import type { SubscriptionStatus } from '#core/domain/subscription.ts';
import { contract } from './contract.ts';
import { instant, money } from './values.ts';
import { wire } from './wire.ts';

const plan = wire({
  id: ['id', z.int()],
  nome: ['name', z.string()],
  preco: ['priceCents', money],
  descricao: ['description', z.string()],
  popular: ['popular', z.boolean()],
  limite_agentes: ['agentLimit', z.int()],
  limite_documentos: ['documentsPerAgent', z.int()],
  limite_audios: ['audiosPerMonth', z.nullable(z.int())],
  recursos: ['features', z.array(z.string())],
});

const statuses = {
  Trial: 'trial',
  Ativo: 'active',
  Pendente: 'pending',
  Cancelado: 'cancelled',
  Expirado: 'expired',
} as const satisfies Record<string, SubscriptionStatus>;

type StatusWord = keyof typeof statuses;
const words = Object.keys(statuses) as [StatusWord, ...StatusWord[]];

const status = z.codec(z.enum(words), z.custom<SubscriptionStatus>(), {
  decode: (word) => statuses[word],
  encode: (ours) => words.find((word) => statuses[word] === ours) ?? 'Expirado',
});

/** `'1'` on the wire, a boolean inside. */
const activeText = z.codec(z.enum(['0', '1']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (active) => (active ? '1' : '0'),
});

export const plans = {
  all: contract({ method: 'GET', path: '/planos', who: 'owner', input: wire({}), answer: z.array(plan) }),
  public: contract({
    method: 'GET',
    path: '/planos/public',
    who: 'anyone',
    input: wire({}),
    answer: z.array(plan),
  }),
  current: contract({
    method: 'GET',
    path: '/planos/plano',
    who: 'owner',
    input: wire({}),
    answer: wire({
      id: ['id', z.nullable(z.int())],
      nome: ['name', z.nullable(z.string())],
      ativo: ['active', activeText],
      limite_agentes: ['agentLimit', z.int()],
      limite_documentos: ['documentsPerAgent', z.int()],
      limite_audios: ['audiosPerMonth', z.nullable(z.int())],
      status: ['status', status],
      data_fim: ['endsAt', z.nullable(instant)],
    }),
  }),
};
