import * as z from 'zod/mini';
import type { WhatsAppState } from '#core/domain/agent.ts';
import { connectionFields } from './connection.ts';
import { contract } from './contract.ts';
import { idText, instant, inWords, nothing, text } from './values.ts';
import { wire } from './wire.ts';

/** `statusZap`, and `status` of the connection's calls. */
export const whatsAppState = inWords<WhatsAppState>({
  connected: 'conectado',
  connecting: 'conectando',
  disconnected: 'desconectado',
});

/** The specification sends `tempo_pausa_humana` and reads `tempopausahumana`: an answer carries both. */
const agentFields = {
  id: ['id', z.int()],
  nome_agente: ['name', z.string()],
  descricao: ['description', z.string()],
  informacoes_negocio: ['businessInfo', z.string()],
  texto_sem_resposta: ['dontKnowText', z.string()],
  modelo: ['model', z.string()],
  telefone_whatsapp: ['phone', z.string()],
  tempo_pausa_humana: ['humanPauseMinutes', z.int()],
  tempopausahumana: ['humanPauseMinutesAgain', z.int()],
  ativo: ['online', z.boolean()],
  statusZap: ['whatsapp', whatsAppState],
  criado_em: ['createdAt', instant],
} as const;

const agent = wire(agentFields);

const stats = wire({
  enviadas: ['sent', z.int()],
  recebidas: ['received', z.int()],
  numeros_unicos: ['contacts', z.int()],
  ultima_interacao: ['lastInteractionAt', z.nullable(instant)],
});

const audioUsage = wire({
  usados: ['used', z.int()],
  limite: ['limit', z.int()],
  ilimitado: ['unlimited', z.boolean()],
});

/** In the list with all that a card shows, so that the dashboard asks once however many agents there are. */
const listedAgent = wire({
  ...agentFields,
  conexao: ['connection', wire(connectionFields)],
  estatisticas: ['stats', stats],
  audios: ['audio', audioUsage],
});

/** A form may send the minutes as text. */
const minutes = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^(0|-?[1-9]\d{0,8})$/)), z.transform(Number)),
]);

const draft = {
  nome_agente: ['name', text],
  descricao: ['description', text],
  informacoes_negocio: ['businessInfo', text],
  texto_sem_resposta: ['dontKnowText', z.optional(text)],
  modelo: ['model', z.optional(z.string())],
  telefone_whatsapp: ['phone', text],
  tempo_pausa_humana: ['humanPauseMinutes', z.optional(minutes)],
} as const;

const onlyId = wire({ id: ['agentId', idText] });

export const agents = {
  list: contract({
    method: 'GET',
    path: '/agent',
    who: 'owner',
    input: wire({}),
    answer: z.array(listedAgent),
  }),
  find: contract({ method: 'GET', path: '/agent/:id', who: 'owner', input: onlyId, answer: agent }),
  create: contract({
    method: 'POST',
    path: '/agent',
    who: 'owner',
    input: wire(draft),
    answer: agent,
    status: 201,
  }),
  change: contract({
    method: 'PUT',
    path: '/agent/:id',
    who: 'owner',
    input: wire({ id: ['agentId', idText], ...draft }),
    answer: agent,
  }),
  duplicate: contract({
    method: 'POST',
    path: '/agent/duplicate/:id',
    who: 'owner',
    input: onlyId,
    answer: agent,
    status: 201,
  }),
  setOnline: contract({
    method: 'PUT',
    path: '/agent/status/:id',
    who: 'owner',
    input: wire({
      id: ['agentId', idText],
      status_ativo: [
        'online',
        z.codec(z.union([z.literal(0), z.literal(1), z.boolean()]), z.boolean(), {
          decode: Boolean,
          encode: (online) => (online ? 1 : 0),
        }),
      ],
    }),
    answer: agent,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/agent/:id',
    who: 'owner',
    input: onlyId,
    answer: nothing,
    status: 204,
  }),
  stats: contract({
    method: 'GET',
    path: '/stats/:agentId',
    who: 'owner',
    input: wire({ agentId: ['agentId', idText] }),
    answer: stats,
  }),
  audioUsage: contract({
    method: 'GET',
    path: '/uso-audios/:agentId',
    who: 'owner',
    input: wire({ agentId: ['agentId', idText] }),
    answer: audioUsage,
  }),
};
