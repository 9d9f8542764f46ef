import type { Reason } from '#core/domain/outcome.ts';

/** Why a customer got no answer from the agent, for the owner. */
export const reasonSentences: Readonly<Record<Reason, string>> = {
  paused: 'Sem resposta: o agente estava pausado para este cliente.',
  'human-took-over': 'Sem resposta do agente: você respondeu antes.',
  'agent-offline': 'Sem resposta: o agente estava offline.',
  'plan-inactive': 'Sem resposta: não havia plano ativo.',
  'audio-limit': 'O áudio não foi ouvido: não há transcrição disponível ou os áudios do mês acabaram.',
  'audio-too-long': 'O áudio não foi ouvido: tinha mais de 5 minutos.',
  'no-source': 'O agente não tinha esta informação. O cliente espera por você.',
  'ai-failed': 'A inteligência artificial falhou. O cliente espera por você.',
  robot: 'Sem resposta: parecia uma conversa com outro robô.',
  late: 'Sem resposta: a mensagem chegou com mais de 2 horas de atraso.',
  expired: 'A resposta não pôde ser entregue a tempo.',
  poison: 'Sem resposta: não foi possível processar esta mensagem.',
};
