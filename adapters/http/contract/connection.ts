import * as z from 'zod/mini';
import { instant, inWords } from './values.ts';

export type ConnectionProblem =
  | 'wrong-number'
  | 'connected-elsewhere'
  | 'expired'
  | 'logged-out'
  | 'unreachable'
  | 'temporarily-banned'
  | 'banned'
  | 'client-too-old'
  | 'replaced';

export const connectionProblem = inWords<ConnectionProblem>({
  'wrong-number': 'outro_numero',
  'connected-elsewhere': 'em_outro_agente',
  expired: 'expirado',
  'logged-out': 'desconectado_no_celular',
  unreachable: 'whatsapp_sem_resposta',
  'temporarily-banned': 'bloqueado_por_um_tempo',
  banned: 'bloqueado',
  'client-too-old': 'versao_recusada',
  replaced: 'outro_programa',
});

/** What there is to say of a connection beside its state; all null while nothing is wrong. */
export const connectionFields = {
  /** It was connected before and comes back without a new pairing. */
  pareado: ['paired', z.boolean()],
  motivo: ['problem', z.nullable(connectionProblem)],
  /** `motivo` in a sentence. */
  problema: ['sentence', z.nullable(z.string())],
  /** When a problem that passes by itself is over, as far as anybody knows. */
  ate: ['until', z.nullable(instant)],
} as const;
