import type { WhatsAppState } from '#core/domain/agent.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { ConnectionProblem } from './messenger.ts';

/** An agent's connection to WhatsApp, as its owner sees it. */
export type NumberState = {
  readonly agentId: number;
  readonly phone: Phone;
  readonly state: WhatsAppState;
  /** The text of the QR code to show, while one waits to be scanned. */
  readonly qr: string | null;
  readonly pairingCode: string | null;
  /** It was connected, and its keys are kept: it can come back without a new pairing. */
  readonly paired: boolean;
  readonly problem: ConnectionProblem | null;
  /** When a problem that passes by itself is over, as far as anybody knows. */
  readonly until: Date | null;
};

/** `leaving`: the agent's last connection is still being logged out; ask again in a moment. */
export type AskResult = 'asked' | 'connected-elsewhere' | 'had-its-trial' | 'leaving' | 'no-such-agent';

/** The owner's side: what is wanted of the gateway, and what it reports. */
export interface NumberStore {
  /** Null when the agent never asked for a connection of the number it has now. */
  find(accountId: number, agentId: number): Promise<NumberState | null>;
  /** What `find` tells, of all the account's agents. */
  listOf(accountId: number): Promise<readonly NumberState[]>;
  /**
   * Wants the agent's number connected; asking again while it is connected or being connected changes nothing but
   * adds a wish for a pairing code. Refused when another agent, of whatever account, has the number connected,
   * and, for an account on trial, when the number had its trial with another account.
   */
  ask(
    accountId: number,
    agentId: number,
    how: 'qr' | 'pairing-code',
    onTrial: boolean,
    now: Date,
  ): Promise<AskResult>;
  /** Wants it disconnected and shows it so at once. */
  askOff(accountId: number, agentId: number): Promise<void>;
}
