import * as z from 'zod/mini';
import type { NoticeKind } from '#core/domain/notice.ts';
import { connectionProblem } from './connection.ts';
import { contract } from './contract.ts';
import { bigIdText, instant, inWords, nothing } from './values.ts';
import { wire } from './wire.ts';

const kind = inWords<NoticeKind>({
  'ai-failed': 'falha_ia',
  'handed-over': 'sem_fonte',
  robot: 'robo',
  'number-lost': 'numero_perdido',
  'late-messages': 'mensagens_tardias',
});

export const notices = {
  list: contract({
    method: 'GET',
    path: '/avisos',
    who: 'owner',
    input: wire({}),
    answer: z.array(
      wire({
        id: ['id', z.int()],
        agente_id: ['agentId', z.int()],
        nome_agente: ['agentName', z.string()],
        tipo: ['kind', kind],
        telefone_cliente: ['customerPhone', z.nullable(z.string())],
        motivo: ['problem', z.nullable(connectionProblem)],
        criado_em: ['at', instant],
      }),
    ),
  }),
  dismiss: contract({
    method: 'DELETE',
    path: '/avisos/:id',
    who: 'owner',
    input: wire({ id: ['noticeId', bigIdText] }),
    answer: nothing,
    status: 204,
  }),
};
