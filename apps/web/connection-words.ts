import { connectionWords } from '#adapters/http/contract/connection.pt-br.ts';
import type { ConnectionProblem } from '#adapters/http/contract/connection.ts';
import { momentWords } from './dates.ts';

type Trouble = { readonly problem: ConnectionProblem; readonly until: Date | null };

/** Why a number is not connected, in a line: with the moment where it passes by itself. */
export const factOf = ({ problem, until }: Trouble, zone: string): string =>
  problem === 'temporarily-banned' && until
    ? `O WhatsApp bloqueou este número até ${momentWords(zone, until)}.`
    : connectionWords[problem].fact;

/** The words of the button that leads out of it, or null while there is nothing that an owner could do. */
export const wayOutOf = ({ problem, until }: Trouble, now: Date): string | null => {
  switch (problem) {
    case 'expired':
    case 'wrong-number':
    case 'logged-out':
      return 'Gerar novo QR code';
    case 'temporarily-banned':
      return until && until > now ? null : 'Conectar de novo';
    case 'banned':
    case 'replaced':
      return 'Conectar de novo';
    case 'connected-elsewhere':
    case 'unreachable':
      return 'Tentar de novo';
    case 'client-too-old':
      return null;
  }
};
