import * as z from 'zod/mini';
import type { NoticeKind } from '#core/domain/notice.ts';
import { contract } from './contract.ts';
import { bigIdText, instant, nothing } from './values.ts';
import { wire } from './wire.ts';

const kinds = {
  falha_ia: 'ai-failed',
  sem_fonte: 'handed-over',
  robo: 'robot',
  numero_perdido: 'number-lost',
  mensagens_tardias: 'late-messages',
} as const;
type KindWord = keyof typeof kinds;
const words = Object.keys(kinds) as [KindWord, ...KindWord[]];

const kind = z.codec(z.enum(words), z.custom<NoticeKind>(), {
  decode: (word) => kinds[word],
  encode: (ours) => words.find((word) => kinds[word] === ours) ?? 'falha_ia',
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
