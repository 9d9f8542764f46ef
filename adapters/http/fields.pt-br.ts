import { keywordBounds } from '#core/domain/keyword.ts';
import type { Field, FieldProblem } from '#core/domain/refusal.ts';

export type SimulatedField =
  | 'contact'
  | 'as'
  | 'id'
  | 'audio'
  | 'durationSeconds'
  | 'image'
  | 'caption'
  | 'fromMe'
  | 'group'
  | 'sentAt';

type AnyField = Field | SimulatedField;

/** How a field is called on the wire and by people. `missing` and `invalid` where the general sentence will not do. */
type FieldWords = {
  readonly onTheWire: string;
  readonly name: string;
  readonly missing?: string;
  readonly invalid?: string;
};

const withAreaCode = 'Informe o DDD e o número.';

export const fieldWords: Readonly<Record<AnyField, FieldWords>> = {
  name: { onTheWire: 'nome', name: 'Nome' },
  email: { onTheWire: 'email', name: 'E-mail', invalid: 'E-mail inválido.' },
  phone: { onTheWire: 'telefone', name: 'Telefone', invalid: `Telefone inválido. ${withAreaCode}` },
  password: { onTheWire: 'senha', name: 'Senha' },
  taxId: { onTheWire: 'cnpj_cpf', name: 'CPF/CNPJ', invalid: 'CPF/CNPJ inválido' },
  planId: { onTheWire: 'plano_id', name: 'Plano', invalid: 'Plano inválido.' },
  timeZone: { onTheWire: 'fuso_horario', name: 'Fuso horário', invalid: 'Fuso horário inválido.' },
  agentName: { onTheWire: 'nome_agente', name: 'Nome do agente' },
  description: { onTheWire: 'descricao', name: 'Descrição' },
  businessInfo: { onTheWire: 'informacoes_negocio', name: 'Informações do negócio' },
  dontKnowText: { onTheWire: 'texto_sem_resposta', name: 'Texto para quando o agente não sabe' },
  humanPauseMinutes: { onTheWire: 'tempo_pausa_humana', name: 'Tempo de pausa' },
  agentPhone: {
    onTheWire: 'telefone_whatsapp',
    name: 'Número de WhatsApp',
    invalid: `Número de WhatsApp inválido. ${withAreaCode}`,
  },
  customerPhone: {
    onTheWire: 'telefone_cliente',
    name: 'Telefone do cliente',
    missing: 'Informe o telefone',
    invalid: `Telefone inválido. ${withAreaCode}`,
  },
  file: { onTheWire: 'arquivo', name: 'Arquivo', missing: 'Selecione um arquivo.' },
  keywords: {
    onTheWire: 'palavras',
    name: 'Palavras-chave',
    invalid: `Use até ${keywordBounds.count} palavras-chave de até ${keywordBounds.length} caracteres, separadas por vírgulas.`,
  },
  fileCaption: { onTheWire: 'legenda_resposta', name: 'Legenda' },
  text: { onTheWire: 'texto', name: 'Texto' },
  contact: { onTheWire: 'contato', name: 'Contato' },
  as: { onTheWire: 'como', name: 'Número que lê o QR' },
  id: { onTheWire: 'id', name: 'Identificação' },
  audio: { onTheWire: 'audio', name: 'Áudio' },
  durationSeconds: { onTheWire: 'duracao', name: 'Duração' },
  image: { onTheWire: 'imagem', name: 'Imagem' },
  caption: { onTheWire: 'legenda', name: 'Legenda' },
  fromMe: { onTheWire: 'de_mim', name: 'De mim' },
  group: { onTheWire: 'grupo', name: 'Grupo' },
  sentAt: { onTheWire: 'enviado_em', name: 'Hora de envio' },
};

export const allFieldsNeeded = 'Preencha todos os campos obrigatórios.';

export type FieldComplaint = {
  readonly field: AnyField;
  readonly problem: FieldProblem;
  readonly max?: number;
};

export const fieldSentence = ({ field, problem, max }: FieldComplaint): string => {
  const { name, missing, invalid } = fieldWords[field];
  switch (problem) {
    case 'missing':
      return missing ?? allFieldsNeeded;
    case 'invalid':
      return invalid ?? `${name}: valor inválido.`;
    case 'too-short':
      return 'A senha precisa ter pelo menos 8 caracteres.';
    case 'too-long':
      return `${name}: no máximo ${max?.toLocaleString('pt-BR')} caracteres.`;
    case 'too-common':
      return 'Essa senha é muito comum. Escolha outra.';
    case 'own-data':
      return 'A senha não pode ser o seu nome, e-mail ou telefone.';
    case 'out-of-range':
      return max === undefined
        ? `${name}: fora do permitido.`
        : `${name}: um número inteiro de 0 a ${max.toLocaleString('pt-BR')}.`;
  }
};
