import * as z from 'zod/mini';
import type { Reason } from '#core/domain/outcome.ts';
import { contract } from './contract.ts';
import {
  bigIdText,
  calendarDate,
  countText,
  idText,
  instant,
  inWords,
  nothing,
  shortText,
} from './values.ts';
import { wire } from './wire.ts';

/** The wire's words for our reasons (contract §6). */
const reason = inWords<Reason>({
  paused: 'pausado',
  'human-took-over': 'humano_assumiu',
  'agent-offline': 'agente_offline',
  'plan-inactive': 'plano_inativo',
  'audio-limit': 'limite_audio',
  'audio-too-long': 'audio_longo',
  'no-source': 'sem_fonte',
  'ai-failed': 'falha_ia',
  robot: 'robo',
  late: 'tardia',
  expired: 'expirada',
  poison: 'veneno',
});

const source = wire({
  documento: ['documentName', z.string()],
  pagina: ['page', z.nullable(z.int())],
  trecho: ['excerpt', z.string()],
});

const entry = wire({
  id: ['id', z.int()],
  contato_id: ['contactId', z.int()],
  telefone_cliente: ['customerPhone', z.nullable(z.string())],
  nome_cliente: ['customerName', z.nullable(z.string())],
  data_envio: ['sentAt', instant],
  mensagem_recebida: ['question', z.string()],
  /** Links to voice messages, each open for a while without signing in. */
  audios: ['voices', z.array(z.string())],
  mensagem_resposta: ['answer', z.nullable(z.string())],
  arquivos: ['files', z.array(z.string())],
  fontes: ['sources', z.array(source)],
  motivo: ['reason', z.nullable(reason)],
  /** False while the answer is still being made. */
  concluida: ['finished', z.boolean()],
  canal: ['channel', z.enum(['whatsapp', 'web'])],
  teste: ['test', z.boolean()],
});

export const history = {
  messages: contract({
    method: 'GET',
    path: '/zap/messages/:agentId',
    who: 'owner',
    input: wire({
      agentId: ['agentId', idText],
      telefone: ['phone', z.optional(shortText)],
      data_inicio: ['from', z.optional(calendarDate)],
      data_fim: ['until', z.optional(calendarDate)],
      limite: ['limit', z.optional(countText)],
      cursor: ['cursor', z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/)))],
    }),
    answer: z.array(entry),
  }),
  /** What a link of an entry leads to. */
  listen: contract({
    method: 'GET',
    path: '/zap/audios/:id',
    who: 'anyone',
    input: wire({ id: ['messageId', bigIdText] }),
    answer: nothing,
  }),
};

/** Header that carries the cursor of the next page; absent on the last one. */
export const nextCursorHeader = 'X-Next-Cursor';
