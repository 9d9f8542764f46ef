import * as z from 'zod/mini';
import { keywordFileLimits } from '#core/domain/keyword-file.ts';
import { contract } from './contract.ts';
import { bigIdText, idText, instant, nothing, smallId, text } from './values.ts';
import { wire } from './wire.ts';

const keywordFile = wire({
  id: ['id', z.int()],
  /** Opens the file without signing in, for some minutes. */
  caminho_arquivo: ['link', z.string()],
  /** With commas between. */
  palavras: ['keywords', z.string()],
  legenda_resposta: ['caption', z.nullable(z.string())],
  criado_em: ['createdAt', instant],
  nome_arquivo: ['name', z.string()],
  tipo: ['type', z.enum(['application/pdf', 'image/jpeg', 'image/png'])],
});

export const keywordFiles = {
  list: contract({
    method: 'GET',
    path: '/resposta-arquivo/:agentId',
    who: 'owner',
    input: wire({ agentId: ['agentId', idText] }),
    answer: z.array(keywordFile),
  }),
  add: contract({
    method: 'POST',
    path: '/resposta-arquivo',
    who: 'owner',
    input: wire({
      agente_id: ['agentId', z.union([smallId, idText])],
      palavras: ['keywords', z.optional(text)],
      legenda_resposta: ['caption', z.optional(text)],
    }),
    upload: { field: 'arquivo', mostBytes: keywordFileLimits.bytes },
    answer: keywordFile,
    status: 201,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/resposta-arquivo/:id',
    who: 'owner',
    input: wire({ id: ['fileId', bigIdText] }),
    answer: nothing,
    status: 204,
  }),
  /** What a link of the list leads to. */
  open: contract({
    method: 'GET',
    path: '/resposta-arquivo/:id/arquivo',
    who: 'anyone',
    input: wire({ id: ['fileId', bigIdText] }),
    answer: nothing,
  }),
};
