import type { TopicName } from './vocabulary.pt-br.ts';
import { topics } from './vocabulary.pt-br.ts';

export const greetingText = (agentName: string): string =>
  `Olá! Sou o atendimento virtual de ${agentName}. Como posso ajudar?`;

export const robotText = (agentName: string): string =>
  `Sou o atendimento virtual de ${agentName}, um assistente automático. Se preferir, peço para alguém da equipe te responder.`;

export const thanksText = 'Por nada! Se precisar de mais alguma coisa, é só chamar.';
export const closingText = 'Certo! Se precisar de mais alguma coisa, é só chamar.';
export const fileGoingText = 'Enviei o arquivo aqui na conversa. Posso ajudar em mais alguma coisa?';
export const fileAboveText =
  'O arquivo está logo acima, aqui na conversa. Posso ajudar em mais alguma coisa?';
export const humanText = 'Certo! Vou avisar a equipe e alguém te responde por aqui.';

/** The owner's own lines under a few words that claim nothing. */
export const framed = (topic: TopicName | null, lines: readonly string[]): string => {
  const opening = topics.find(({ name }) => name === topic)?.opening ?? 'Veja o que tenho aqui:';
  return [opening, ...lines].join('\n');
};
