import type { MessageKind } from '#core/domain/message.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { MediaSource } from '#core/ports/media-source.ts';
import type {
  ConnectionChange,
  IncomingMessage,
  LeasedSession,
  Messenger,
  MessengerListener,
} from '#core/ports/messenger.ts';

/** An adapter takes the whole contract by being one of these. */
export type MessengerUnderTest = { readonly name: string; open(): Promise<MessengerWorld> };

/** Somebody who writes to the agent's number. */
export type Customer = { readonly phone: Phone } | { readonly lid: string };

export type WriteOptions = {
  readonly from?: Customer;
  readonly id?: string;
  /** Which names the network gives for a customer who has both. */
  readonly named?: 'phone' | 'lid' | 'both';
  readonly name?: string;
  readonly sentAt?: Date;
  readonly inGroup?: boolean;
};

export type Shown = {
  readonly id: string;
  readonly fromMe: boolean;
  readonly kind: MessageKind;
  /** Text or caption. */
  readonly text: string | null;
  /** What is attached, as the customer can open it. */
  readonly bytes: Uint8Array | null;
};

/** The network and the phones around one messenger, as a test moves them. */
export interface MessengerWorld {
  /** A line whose number nobody has paired yet. */
  readonly session: LeasedSession;
  /** That of the living process; another one after `killAndRestart`. */
  readonly messenger: Messenger;
  /** Beside the messenger of the living process. */
  readonly mediaSource: MediaSource;
  /** Hears what every process of this world reports. */
  readonly heard: RecordingListener;

  writes(text: string, options?: WriteOptions): Promise<void>;
  writesAudio(seconds: number): Promise<void>;
  writesImage(caption: string): Promise<void>;
  /** A voice message of three seconds. */
  writesVoice(bytes: Uint8Array): Promise<void>;
  ownerWrites(text: string, options?: { readonly to?: Customer; readonly id?: string }): Promise<void>;

  /** The chat as the customer sees it, oldest first. */
  chat(customer?: Customer): Promise<readonly Shown[]>;
  seesTyping(customer?: Customer): Promise<boolean>;

  /** Holds a phone before the QR; false when the network does not take it. */
  scans(qr: string, by?: Phone): Promise<boolean>;
  typesCode(code: string): Promise<boolean>;
  /** Everybody walks away from the screen until the session gives up. */
  nobodyScans(): Promise<void>;
  unlinksOnPhone(): Promise<void>;

  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** The network takes messages over but does not say so. */
  loseAcks(lost: boolean): void;
  refuseSends(why: string | null): void;

  /** Ends the process as `kill -9` does, and starts another with what the first had written down. */
  killAndRestart(): Promise<void>;
  /** A second messenger that runs beside the first and shares its keys. */
  anotherProcess(): Promise<Messenger>;

  /** Waits for something that is bound to happen. */
  until(so: () => boolean): Promise<void>;
  /** Waits until whatever could still happen by itself has happened. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export type RecordingListener = MessengerListener & {
  /** Messages in the order in which they were announced. */
  readonly announced: IncomingMessage[];
  /** All calls, those that were refused too. */
  readonly handed: IncomingMessage[];
  /** Messages in the order in which they were kept. */
  readonly kept: IncomingMessage[];
  readonly changes: ConnectionChange[];
  /** What was heard, of either kind, in one line of time. */
  readonly diary: string[];
  readonly underWay: number;
  readonly mostUnderWay: number;
  refuse(which: (message: IncomingMessage) => boolean): void;
  refuseChanges(times: number): void;
  /** Keeps every call waiting until `release`. */
  hold(): void;
  release(): void;
};

export const recordingListener = (): RecordingListener => {
  const announced: IncomingMessage[] = [];
  const handed: IncomingMessage[] = [];
  const kept: IncomingMessage[] = [];
  const changes: ConnectionChange[] = [];
  const diary: string[] = [];
  let refused = (_: IncomingMessage) => false;
  let changesRefused = 0;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let underWay = 0;
  let mostUnderWay = 0;

  return {
    announced,
    handed,
    kept,
    changes,
    diary,
    get underWay() {
      return underWay;
    },
    get mostUnderWay() {
      return mostUnderWay;
    },
    arriving(_session, message) {
      announced.push(message);
    },
    async received(_session, message) {
      handed.push(message);
      diary.push(`message ${message.text}`);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await gate.promise;
      underWay -= 1;
      if (refused(message)) throw new Error('The database is away.');
      kept.push(message);
    },
    async connection(_session, change) {
      if (changesRefused > 0) {
        changesRefused -= 1;
        throw new Error('The database is away.');
      }
      changes.push(change);
      diary.push(change.kind);
    },
    refuse(which) {
      refused = which;
    },
    refuseChanges(times) {
      changesRefused = times;
    },
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
  };
};
