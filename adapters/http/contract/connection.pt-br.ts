import type { ConnectionProblem } from './connection.ts';

/** Why a number is not connected, and what its owner can do about it. Who wants one sentence puts one after the other. */
export const connectionWords: Readonly<Record<ConnectionProblem, { fact: string; way: string }>> = {
  'wrong-number': {
    fact: 'O celular que leu o QR code usa outro número.',
    way: 'Leia com o celular do número cadastrado no agente.',
  },
  'connected-elsewhere': {
    fact: 'Este número já está conectado a outro agente.',
    way: 'Para usá-lo aqui, desconecte primeiro o outro agente.',
  },
  expired: {
    fact: 'O QR code expirou.',
    way: 'Ninguém leu o código a tempo. Gere um novo quando estiver com o celular na mão.',
  },
  'logged-out': {
    fact: 'O WhatsApp foi desconectado no celular.',
    way: 'Conecte de novo para o agente voltar a responder.',
  },
  unreachable: {
    fact: 'Não conseguimos falar com o WhatsApp agora.',
    way: 'Tente de novo em instantes.',
  },
  'temporarily-banned': {
    fact: 'O WhatsApp bloqueou este número por um tempo.',
    way: 'Enquanto isso o agente não responde. Quando o bloqueio acabar, tentamos conectar de novo; se ele não voltar, conecte por aqui.',
  },
  banned: {
    fact: 'O WhatsApp bloqueou este número.',
    way: 'Abra o WhatsApp no celular do negócio para ver o motivo e pedir uma revisão. Quando o número voltar, conecte de novo.',
  },
  'client-too-old': {
    fact: 'O WhatsApp não aceita mais esta versão da conexão.',
    way: 'Já fomos avisados e estamos cuidando disso. Suas conversas estão guardadas, e o agente volta sozinho.',
  },
  replaced: {
    fact: 'Outro programa está usando a conexão deste número.',
    way: 'Feche o outro programa e conecte de novo.',
  },
};
