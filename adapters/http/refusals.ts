import { documentLimits } from '#core/domain/document.ts';
import { filesATurn } from '#core/domain/keyword-file.ts';
import type { Refusal, RefusalOf, UnreadableDocument } from '#core/domain/refusal.ts';
import {
  allFieldsNeeded,
  type FieldComplaint,
  fieldSentence,
  fieldWords,
  type SimulatedField,
} from './fields.pt-br.ts';

/** What is refused before the core is asked. */
export type HttpRefusal =
  | { readonly kind: 'not-signed-in' }
  | { readonly kind: 'malformed'; readonly fields: readonly FieldOnTheWire[] }
  | { readonly kind: 'incomplete'; readonly fields: readonly FieldOnTheWire[] }
  | { readonly kind: 'body-too-large' }
  | { readonly kind: 'wrong-content-type' }
  | { readonly kind: 'not-a-form' }
  | { readonly kind: 'file-too-large'; readonly mostBytes: number }
  | { readonly kind: 'several-files' }
  | { readonly kind: 'upload-too-slow' }
  | { readonly kind: 'no-such-route' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'unknown-method' }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'database-away' }
  | { readonly kind: 'fault' };

export type FieldOnTheWire = { readonly onTheWire: string; readonly sentence: string };

/** What the simulated WhatsApp refuses; its fields are its own. */
export type SimulatorRefusal =
  | (Omit<RefusalOf<'invalid-field'>, 'field'> & { readonly field: SimulatedField | 'phone' | 'text' })
  | { readonly kind: 'nothing-to-scan' }
  | { readonly kind: 'too-much-waiting' };

export type AnyRefusal = Refusal | HttpRefusal | SimulatorRefusal;

type Kind = AnyRefusal['kind'];
type Spoken<K extends Kind> = {
  readonly status: number;
  readonly message: string | ((refusal: Extract<AnyRefusal, { kind: K }>) => string);
};

const moment = 'Estamos com uma instabilidade agora. Tente de novo em instantes.';

const whyUnreadable: Readonly<Record<UnreadableDocument, string>> = {
  empty: 'Este arquivo está vazio.',
  encrypted: 'Este arquivo está protegido por senha. Tire a senha e envie de novo.',
  corrupt: 'Não conseguimos abrir este arquivo: ele está danificado ou incompleto.',
  'too-long': `Este documento é longo demais. Envie um com até ${documentLimits.pages} páginas.`,
  'no-text': 'Este arquivo não tem texto legível. PDFs escaneados e imagens não são interpretados.',
  'too-hard': 'Este documento é complexo demais para ser lido. Divida em partes menores e envie de novo.',
};

const whyNoFile: Readonly<Record<RefusalOf<'unreadable-file'>['problem'], string>> = {
  empty: whyUnreadable.empty,
  corrupt: whyUnreadable.corrupt,
  'too-many-pixels': 'Esta imagem é grande demais. Envie uma com até 40 megapixels.',
};

/** Every way to say no, with its status and its sentence: a new one does not compile until it stands here. */
const spoken: { readonly [K in Kind]: Spoken<K> } = {
  'invalid-field': { status: 422, message: fieldSentence },
  'tax-ids-differ': { status: 422, message: 'CPF/CNPJ inválido' },
  'email-taken': { status: 409, message: 'E-mail já cadastrado.' },
  'tax-id-taken': { status: 409, message: 'CPF/CNPJ já cadastrado.' },
  'phone-taken': { status: 409, message: 'Telefone já cadastrado.' },
  'wrong-credentials': { status: 401, message: 'E-mail ou senha inválidos.' },
  'too-many-attempts': {
    status: 429,
    message: ({ retryAfterSeconds }) =>
      `Muitas tentativas. Tente de novo em ${waitInWords(retryAfterSeconds)}.`,
  },
  'not-found': { status: 404, message: 'Não encontrado.' },
  'another-account': { status: 403, message: 'Você não tem acesso a essa conta.' },
  'no-active-plan': { status: 403, message: 'Nenhum plano ativo.' },
  'agent-limit-reached': { status: 403, message: 'Limite de agentes do plano atingido.' },
  'document-limit-reached': { status: 403, message: 'Limite de documentos do plano atingido.' },
  'keyword-file-limit-reached': { status: 403, message: 'Limite de arquivos do plano atingido.' },
  'keyword-shared-too-often': {
    status: 403,
    message: ({ keyword }) =>
      `A palavra-chave «${keyword}» já está em ${filesATurn} arquivos, que é o limite.`,
  },
  'wrong-file-type': {
    status: 415,
    message: 'Formato não permitido. Envie um arquivo .pdf, .jpg ou .png',
  },
  'unreadable-file': { status: 422, message: ({ problem }) => whyNoFile[problem] },
  'wrong-document-type': { status: 415, message: 'Formato não permitido. Envie um arquivo .pdf ou .docx' },
  'unreadable-document': { status: 422, message: ({ problem }) => whyUnreadable[problem] },
  'document-sent-before': { status: 409, message: 'Este documento já foi enviado.' },
  'upload-cancelled': { status: 400, message: 'O envio foi cancelado.' },
  'several-documents': { status: 409, message: 'Mais de um documento começa com este texto.' },
  'number-connected-elsewhere': { status: 409, message: 'Este número já está conectado a outro agente.' },
  'number-had-its-trial': {
    status: 409,
    message: 'Este número já usou o período grátis em outra conta.',
  },
  'number-not-connected': { status: 409, message: 'O WhatsApp do agente não está conectado.' },
  'number-already-connected': { status: 409, message: 'O WhatsApp do agente já está conectado.' },
  'number-leaving': {
    status: 503,
    message: 'A conexão anterior ainda está sendo encerrada. Tente de novo em instantes.',
  },
  'no-pairing-code-yet': {
    status: 503,
    message: 'O WhatsApp ainda não enviou o código. Tente de novo em instantes.',
  },

  'not-signed-in': { status: 401, message: 'Sua sessão terminou. Entre de novo.' },
  malformed: {
    status: 400,
    message: ({ fields }) => fields[0]?.sentence ?? 'Os dados enviados não são válidos.',
  },
  incomplete: { status: 400, message: ({ fields }) => onlySentence(fields) ?? allFieldsNeeded },
  'body-too-large': { status: 413, message: 'Os dados enviados são grandes demais.' },
  'wrong-content-type': { status: 415, message: 'Formato não aceito: envie os dados em JSON.' },
  'not-a-form': { status: 415, message: 'Formato não aceito: envie o arquivo em um formulário.' },
  'file-too-large': {
    status: 413,
    message: ({ mostBytes }) =>
      `O arquivo é grande demais. O limite é de ${Math.floor(mostBytes / 1_048_576)} MB.`,
  },
  'several-files': { status: 400, message: 'Envie um arquivo por vez.' },
  'upload-too-slow': {
    status: 408,
    message: 'O envio demorou demais. Verifique a internet e tente de novo.',
  },
  'no-such-route': { status: 404, message: 'Endereço não encontrado.' },
  'method-not-allowed': { status: 405, message: 'Este endereço não aceita esse tipo de chamada.' },
  'unknown-method': { status: 501, message: 'Esse tipo de chamada não existe aqui.' },
  busy: { status: 503, message: moment },
  'database-away': { status: 503, message: moment },
  fault: { status: 500, message: 'Algo deu errado do nosso lado. Tente de novo em instantes.' },

  'nothing-to-scan': { status: 409, message: 'Nenhum QR code espera para ser lido neste número.' },
  'too-much-waiting': { status: 429, message: 'Há mensagens demais esperando por este número.' },
};

export type Said = {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly body: {
    readonly message: string;
    readonly error: string;
    readonly code: string;
    readonly details?: readonly { readonly campo: string; readonly mensagem: string }[];
    readonly id: string;
  };
};

/** The answer to a refused request. `message` and `error` are one sentence: the specification's halves read one each. */
export const say = (refusal: AnyRefusal, requestId: string): Said => {
  const { status, message } = spoken[refusal.kind] as Spoken<Kind>;
  const sentence = typeof message === 'string' ? message : message(refusal as never);
  const details = detailsOf(refusal);
  return {
    status,
    retryAfterSeconds: retryAfter(refusal, status),
    body: {
      message: sentence,
      error: sentence,
      code: refusal.kind,
      ...(details.length > 0 && { details }),
      id: requestId,
    },
  };
};

/** A field that did not decode, in the words it has when the core refuses it. */
export const wordsFor = (onTheWire: string, problem: 'missing' | 'invalid'): FieldOnTheWire => {
  const known = Object.entries(fieldWords).find(([, words]) => words.onTheWire === onTheWire);
  const sentence = known
    ? fieldSentence({ field: known[0] as FieldComplaint['field'], problem })
    : problem === 'missing'
      ? allFieldsNeeded
      : 'Os dados enviados não são válidos.';
  return { onTheWire, sentence };
};

const onlySentence = (fields: readonly FieldOnTheWire[]) =>
  new Set(fields.map(({ sentence }) => sentence)).size === 1 ? fields[0]?.sentence : undefined;

const detailsOf = (refusal: AnyRefusal) => {
  if (refusal.kind === 'invalid-field') {
    return [{ campo: fieldWords[refusal.field].onTheWire, mensagem: fieldSentence(refusal) }];
  }
  if (refusal.kind !== 'malformed' && refusal.kind !== 'incomplete') return [];
  return refusal.fields.map(({ onTheWire, sentence }) => ({ campo: onTheWire, mensagem: sentence }));
};

const retryAfter = (refusal: AnyRefusal, status: number): number | null => {
  if ('retryAfterSeconds' in refusal) return refusal.retryAfterSeconds;
  return status === 503 || status === 429 ? 2 : null;
};

const waitInWords = (seconds: number): string =>
  seconds < 60
    ? `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
    : `${Math.ceil(seconds / 60)} ${seconds <= 60 ? 'minuto' : 'minutos'}`;
