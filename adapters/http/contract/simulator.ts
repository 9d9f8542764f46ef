import * as z from 'zod/mini';
import { contract } from './contract.ts';
import { instant, inWords, nothing, shortText, text } from './values.ts';
import { wire } from './wire.ts';

/** Base64 of at most 16 MB. */
const media = z.string().check(z.maxLength(22_400_000));
const phone = z.string().check(z.maxLength(40));

type Connection = 'normal' | 'down' | 'unlinked';

/** What may be done to it: also how WhatsApp may stop a session. */
const setConnection = inWords<Connection | 'temporarily-banned' | 'banned' | 'client-too-old' | 'replaced'>({
  normal: 'normal',
  down: 'caida',
  unlinked: 'desconectada_no_celular',
  'temporarily-banned': 'bloqueada_por_um_tempo',
  banned: 'bloqueada',
  'client-too-old': 'versao_recusada',
  replaced: 'outro_programa',
});

/** What a phone says of itself has a word of its own for a device that was unlinked. */
const shownConnection = inWords<Connection>({
  normal: 'normal',
  down: 'caida',
  unlinked: 'desconectada',
});

/** The simulated WhatsApp (contract §11). Answered only while the simulator is the gateway. */
export const simulator = {
  phones: contract({
    method: 'GET',
    path: '/simulador',
    who: 'anyone',
    input: wire({}),
    answer: z.array(
      wire({
        telefone: ['phone', z.string()],
        conexao: ['connection', shownConnection],
        aguardando_qr: ['waitsForScan', z.boolean()],
      }),
    ),
  }),
  chats: contract({
    method: 'GET',
    path: '/simulador/:telefone/conversas',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone] }),
    answer: z.array(
      wire({
        contato: ['contact', z.string()],
        ultima_mensagem: ['lastText', z.nullable(z.string())],
        enviado_em: ['at', instant],
      }),
    ),
  }),
  pair: contract({
    method: 'POST',
    path: '/simulador/:telefone/parear',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone], como: ['as', z.optional(phone)] }),
    answer: nothing,
    status: 204,
  }),
  write: contract({
    method: 'POST',
    path: '/simulador/:telefone/mensagens',
    who: 'anyone',
    input: wire({
      telefone: ['phone', phone],
      contato: ['contact', phone],
      id: ['id', z.optional(shortText)],
      texto: ['text', z.optional(text)],
      audio: ['audio', z.optional(media)],
      duracao: ['durationSeconds', z.optional(z.number().check(z.gte(0), z.lte(86_400)))],
      imagem: ['image', z.optional(media)],
      legenda: ['caption', z.optional(text)],
      de_mim: ['fromMe', z.optional(z.boolean())],
      grupo: ['group', z.optional(z.union([z.string().check(z.maxLength(100)), z.boolean()]))],
      enviado_em: ['sentAt', z.optional(instant)],
    }),
    answer: wire({ id: ['id', z.string()] }),
    status: 202,
  }),
  chat: contract({
    method: 'GET',
    path: '/simulador/:telefone/mensagens',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone], contato: ['contact', phone] }),
    answer: z.array(
      wire({
        id: ['id', z.string()],
        de_mim: ['fromMe', z.boolean()],
        texto: ['text', z.nullable(z.string())],
        arquivo: ['file', z.optional(z.string())],
        enviado_em: ['sentAt', instant],
      }),
    ),
  }),
  setConnection: contract({
    method: 'POST',
    path: '/simulador/:telefone/conexao',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone], estado: ['state', setConnection] }),
    answer: nothing,
    status: 204,
  }),
};
