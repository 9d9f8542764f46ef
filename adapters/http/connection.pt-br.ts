import type { ConnectionProblem } from '#core/ports/messenger.ts';

/** Why a number is not connected, for its owner. An expired QR has a word of its own on the wire. */
export const connectionSentences: Readonly<Record<Exclude<ConnectionProblem, 'expired'>, string>> = {
  'wrong-number':
    'O celular que leu o QR code usa outro número. Leia com o celular do número cadastrado no agente.',
  'connected-elsewhere': 'Este número já está conectado a outro agente.',
  'logged-out': 'O aparelho foi desconectado pelo celular. Conecte de novo.',
  banned: 'O WhatsApp bloqueou este número.',
  'temporarily-banned': 'O WhatsApp bloqueou este número por algum tempo. Tente de novo mais tarde.',
  'client-too-old': 'O WhatsApp não aceita mais esta versão da conexão. Já fomos avisados.',
  replaced: 'Outro programa está usando a conexão deste número. Feche-o e conecte de novo.',
  unreachable: 'Não conseguimos falar com o WhatsApp agora. Tente de novo em instantes.',
};
