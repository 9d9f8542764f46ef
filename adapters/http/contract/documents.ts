import * as z from 'zod/mini';
import { documentLimits } from '#core/domain/document.ts';
import { contract } from './contract.ts';
import { bigIdText, id, idText, instant, nothing, smallId, text } from './values.ts';
import { wire } from './wire.ts';

const document = wire({
  id: ['id', z.int()],
  texto: ['excerpt', z.string()],
  criado_em: ['createdAt', instant],
  nome_arquivo: ['name', z.string()],
  paginas: ['pages', z.nullable(z.int())],
  caracteres: ['characters', z.int()],
});

export const documents = {
  list: contract({
    method: 'GET',
    path: '/documentos/:agentId',
    who: 'owner',
    input: wire({ agentId: ['agentId', idText] }),
    answer: z.array(document),
  }),
  upload: contract({
    method: 'POST',
    path: '/documentos/upload',
    who: 'owner',
    input: wire({ agente_id: ['agentId', z.union([smallId, idText])] }),
    upload: { field: 'arquivo', mostBytes: documentLimits.bytes },
    answer: document,
    status: 201,
  }),
  /** By its id, or by how its text begins. */
  removeNamed: contract({
    method: 'DELETE',
    path: '/documentos',
    who: 'owner',
    input: wire({
      agente_id: ['agentId', z.union([smallId, idText])],
      id: ['documentId', z.optional(z.union([id, bigIdText]))],
      texto: ['beginning', z.optional(text)],
    }),
    answer: nothing,
    status: 204,
  }),
  remove: contract({
    method: 'DELETE',
    path: '/documentos/:id',
    who: 'owner',
    input: wire({ id: ['documentId', bigIdText] }),
    answer: nothing,
    status: 204,
  }),
};
