import type { LeasedSession, Session } from './messenger.ts';

/** Somebody with a newer lease has the device: nothing was written, and nothing will be. */
export class Superseded extends Error {
  constructor() {
    super('Another process has this device.');
  }
}

/** `value` null deletes. */
export type KeyChange = { readonly type: string; readonly id: string; readonly value: string | null };

/** Names one message for good. Ids alone are not unique. */
export type MessageName = { readonly chat: string; readonly author: string; readonly providerId: string };

export type ReceivedContent = MessageName & {
  /** Of the encrypted form, so that the same one is known again. */
  readonly digest: string;
  /** Decrypted, with all that is needed to report it. */
  readonly content: string;
  /** False for what nobody has to hear of; it is kept for its digest only. */
  readonly reportable: boolean;
};

/** A message that is kept and not reported yet. Ids grow in the order in which they were kept. */
export type Unreported = { readonly id: number; readonly content: string };

/** Ends the name under which a message is reported whose content did not come in time. */
export const unreadSuffix = '-unread';

/** Announced by the network, but not readable yet. `envelope` is all that is known of it. */
export type Awaited = MessageName & { readonly envelope: string };

/** A linked device as its messenger opened it. Every write rejects with `Superseded` once a newer lease has the device. */
export interface Device {
  /** As they were when the device was opened; null when it was never paired. */
  readonly credentials: string | null;
  saveCredentials(credentials: string): Promise<void>;
  /** The values that exist, by id. */
  keys(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * All of it or nothing, and on disk when it resolves. Answers for each of `received` the id under which it waits to be
   * reported, the same again as long as it does, or null when it was reported before or is not reportable. What is
   * awaited is not received yet.
   */
  commit(change: {
    readonly keys: readonly KeyChange[];
    readonly received: readonly ReceivedContent[];
  }): Promise<readonly (number | null)[]>;
  readonly inbox: DeviceInbox;
  readonly sent: SentMessages;
}

export interface DeviceInbox {
  /** What was decrypted from this very ciphertext before, or null. */
  contentOf(digest: string): Promise<string | null>;
  /** Not reported yet and newer than `afterId`, oldest first. */
  unreported(afterId: number, limit: number): Promise<readonly Unreported[]>;
  reported(ids: readonly number[]): Promise<void>;
  /** Remembers a message that is not readable yet; a no-op when it was received meanwhile. */
  awaits(message: Awaited): Promise<void>;
  /** The awaited message with this id, in whichever chat. */
  awaited(providerId: string): Promise<Awaited | null>;
  /** Awaited since before then and not received as unread (`unreadSuffix`), oldest first, 100 at most. */
  awaitedSince(before: Date): Promise<readonly Awaited[]>;
}

/** What this device sent, for a receiver who asks for it again. */
export interface SentMessages {
  /** Before it is sent. The same id again keeps the first content. */
  remember(providerId: string, content: string): Promise<void>;
  find(providerId: string): Promise<string | null>;
}

/**
 * What linked devices must remember from one connection to the next: as good as the phone itself, so it is sealed at
 * rest. What these texts mean is the messenger's matter.
 */
export interface DeviceStore {
  /** Takes the device over for this lease. Null when a newer lease has it. */
  open(session: LeasedSession): Promise<Device | null>;
  /** Forgets credentials, keys and what was sent; what waits to be reported still waits. A no-op under an older lease. */
  wipe(session: LeasedSession): Promise<void>;
  /** Everything of an agent that is no more. */
  erase(session: Session): Promise<void>;
}
