import * as z from 'zod/mini';
import type { PauseOrigin } from '#core/domain/pause.ts';
import { contract } from './contract.ts';
import { bigIdText, idText, instant, inWords, nothing, shortText, smallId } from './values.ts';
import { wire } from './wire.ts';

const origin = inWords<PauseOrigin>({
  list: 'painel',
  command: 'comando',
  human: 'humano',
  robot: 'robo',
});

const pause = wire({
  id: ['id', z.int()],
  agente_id: ['agentId', z.int()],
  telefone_cliente: ['customerPhone', z.nullable(z.string())],
  data_pausa: ['pausedAt', instant],
  expira_em: ['expiresAt', z.nullable(instant)],
  origem: ['origin', origin],
  contato_id: ['contactId', z.int()],
});

export const pauses = {
  list: contract({
    method: 'GET',
    path: '/pausas',
    who: 'owner',
    input: wire({ agente_id: ['agentId', idText] }),
    answer: z.array(pause),
  }),
  /** 201 for a new pause, 200 for one that was there. */
  add: contract({
    method: 'POST',
    path: '/pausas',
    who: 'owner',
    input: wire({
      agente_id: ['agentId', z.union([smallId, idText])],
      telefone_cliente: ['customerPhone', shortText],
    }),
    answer: pause,
    status: 201,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/pausas/:id',
    who: 'owner',
    input: wire({ id: ['pauseId', bigIdText] }),
    answer: nothing,
    status: 204,
  }),
};
