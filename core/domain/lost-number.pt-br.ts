import type { Phone } from './phone.ts';

/** What an owner can do something about, and has to hear of even away from the panel. */
export type Loss = 'logged-out' | 'banned' | 'temporarily-banned' | 'replaced';

const whatHappened: Readonly<Record<Loss, string>> = {
  'logged-out': 'o aparelho conectado foi removido no celular',
  banned: 'o WhatsApp bloqueou este número',
  'temporarily-banned': 'o WhatsApp bloqueou este número por algum tempo',
  replaced: 'outro programa está usando a mesma conexão',
};

const whatToDo: Readonly<Record<Loss, string>> = {
  'logged-out': 'Para ele voltar, abra o painel da Prosa e clique em Conectar WhatsApp.',
  banned:
    'Abra o WhatsApp no celular e siga o que ele pedir. Depois abra o painel da Prosa e clique em Conectar WhatsApp.',
  'temporarily-banned':
    'Quando o bloqueio terminar, tentamos conectar de novo. Se ele não voltar, abra o painel da Prosa e clique em Conectar WhatsApp.',
  replaced: 'Feche o outro programa. Depois abra o painel da Prosa e clique em Conectar WhatsApp.',
};

/** What the platform's own number writes to the owner of an agent that lost its number. */
export const lostNumberText = (agentName: string, phone: Phone, loss: Loss): string =>
  `O agente ${agentName}, do número ${spoken(phone)}, está sem WhatsApp: ${whatHappened[loss]}. ` +
  `Enquanto isso ele não responde aos clientes. ${whatToDo[loss]}`;

const spoken = (phone: Phone): string => phone.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, '($1) $2-$3');
