import * as z from 'zod/mini';
import type { SubscriptionStatus } from '#core/domain/subscription.ts';
import { contract } from './contract.ts';
import { instant, inWords, money } from './values.ts';
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

const status = inWords<SubscriptionStatus>({
  trial: 'Trial',
  active: 'Ativo',
  pending: 'Pendente',
  cancelled: 'Cancelado',
  expired: 'Expirado',
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
      limite_arquivos: ['keywordFilesPerAgent', z.int()],
      limite_audios: ['audiosPerMonth', z.nullable(z.int())],
      status: ['status', status],
      data_fim: ['endsAt', z.nullable(instant)],
    }),
  }),
};
