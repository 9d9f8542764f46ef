import { z } from 'zod';
import { contract } from './contract.ts';
import { instant, nothing, shortText, text } from './values.ts';
import { wire } from './wire.ts';

/** Base64 of at most 16 MB. */
const media = z.string().max(22_400_000);
const phone = z.string().max(40);

const connections = { caida: 'down', normal: 'normal', desconectada_no_celular: 'unlinked' } as const;
type ConnectionWord = keyof typeof connections;
const words = Object.keys(connections) as [ConnectionWord, ...ConnectionWord[]];

const connection = z.codec(z.enum(words), z.enum(['down', 'normal', 'unlinked']), {
  decode: (word) => connections[word],
  encode: (ours) => words.find((word) => connections[word] === ours) ?? 'normal',
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
        conexao: ['connection', z.enum(['normal', 'caida', 'desconectada'])],
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
        ultima_mensagem: ['lastText', z.string().nullable()],
        enviado_em: ['at', instant],
      }),
    ),
  }),
  pair: contract({
    method: 'POST',
    path: '/simulador/:telefone/parear',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone], como: ['as', phone.optional()] }),
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
      id: ['id', shortText.optional()],
      texto: ['text', text.optional()],
      audio: ['audio', media.optional()],
      duracao: ['durationSeconds', z.number().min(0).max(86_400).optional()],
      imagem: ['image', media.optional()],
      legenda: ['caption', text.optional()],
      de_mim: ['fromMe', z.boolean().optional()],
      grupo: ['group', z.union([z.string().max(100), z.boolean()]).optional()],
      enviado_em: ['sentAt', instant.optional()],
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
        texto: ['text', z.string().nullable()],
        arquivo: ['file', z.string().optional()],
        enviado_em: ['sentAt', instant],
      }),
    ),
  }),
  setConnection: contract({
    method: 'POST',
    path: '/simulador/:telefone/conexao',
    who: 'anyone',
    input: wire({ telefone: ['phone', phone], estado: ['state', connection] }),
    answer: nothing,
    status: 204,
  }),
};
