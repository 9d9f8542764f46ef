import type { Identity } from '#core/domain/contact.ts';
import type { MessageKind } from '#core/domain/message.ts';
import type { Phone } from '#core/domain/phone.ts';

/** One agent's line to WhatsApp. An agent has at most one session open, in one process. */
export type Session = { readonly accountId: number; readonly agentId: number; readonly phone: Phone };

/** A session and the number of the lease it is opened under: who holds a newer one has the session. */
export type LeasedSession = Session & { readonly epoch: number };

/** What arrived in a chat of the agent's number. */
export type IncomingMessage = {
  /** The network's id; unique only together with the chat and the author. */
  readonly providerId: string;
  /** The network's address of the chat: where an answer goes, as it was received. */
  readonly chat: string;
  /** A chat with one person; everything else (group, broadcast, status, newsletter, reaction) is elsewhere. */
  readonly place: 'direct' | 'elsewhere';
  /** The owner's messages are those typed on the agent's own phone; what we sent ourselves is not reported. */
  readonly author: 'customer' | 'owner';
  /** All names the network gives for the customer of this chat. */
  readonly identities: readonly Identity[];
  readonly customerName: string | null;
  readonly kind: MessageKind;
  /** Typed text or caption. */
  readonly text: string | null;
  readonly audioSeconds: number | null;
  readonly media: IncomingMedia | null;
  readonly sentAt: Date;
  /** Kept by the network while the session was down, and handed over on return. */
  readonly late: boolean;
};

/** A file that came with a message, to be fetched from a `MediaSource` while the network keeps it. */
export type IncomingMedia = {
  readonly mimeType: string;
  /** As its sender says. */
  readonly bytes: number | null;
  readonly fileName: string | null;
  /** Means something only to the media source beside the messenger that reported it; as secret as the file. */
  readonly ref: string;
};

export type Attachment = {
  readonly kind: 'image' | 'document' | 'voice';
  readonly mimeType: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Of a voice message. */
  readonly seconds: number | null;
};

export type OutgoingMessage = {
  /** Ours, made before the first try; the network shows two messages with one id once. */
  readonly providerId: string;
  /** The chat's address where one is known, otherwise the customer's phone. */
  readonly chat: string | null;
  readonly phone: Phone | null;
  /** The caption, where something is attached; empty for none. */
  readonly text: string;
  readonly attachment: Attachment | null;
};

export type SendResult =
  /** The network has taken the message over. */
  | { readonly kind: 'accepted' }
  /** No answer from the network: it may or may not have it. Try again with the same id. */
  | { readonly kind: 'unknown' }
  /** The network will not take it, now or later. */
  | { readonly kind: 'rejected'; readonly why: string }
  /** Nothing was written: the message may not leave any more, or something of the owner's is just coming in. */
  | { readonly kind: 'held-back' };

/** Why a session ended for good. */
export type EndProblem = 'wrong-number' | 'connected-elsewhere' | 'expired' | 'logged-out' | 'unreachable';

/** Why a session stopped although its keys may still be good. */
export type HaltProblem =
  /** WhatsApp bars the number for a while. */
  | 'temporarily-banned'
  /** WhatsApp bars the number, or its phone is gone. */
  | 'banned'
  /** WhatsApp takes no client as old as ours, or none that says what ours says: the operator's matter. */
  | 'client-too-old'
  /** Somebody else connects with the same keys, again and again. */
  | 'replaced';

export type ConnectionProblem = EndProblem | HaltProblem;

export type ConnectionChange =
  /** The text to draw as a QR code; a new one replaces the last. */
  | { readonly kind: 'qr'; readonly payload: string }
  | { readonly kind: 'pairing-code'; readonly code: string }
  | { readonly kind: 'connected' }
  /** Lost for now; the messenger is reconnecting by itself. */
  | { readonly kind: 'reconnecting' }
  /**
   * Stopped, since trying again by itself would not help, or harm. Keys are kept; opening the session again tries again,
   * which is of no use before `until`; null: nobody knows.
   */
  | { readonly kind: 'halted'; readonly problem: HaltProblem; readonly until: Date | null }
  /** Over: keys are wiped or useless, only a new pairing helps. */
  | { readonly kind: 'closed'; readonly problem: EndProblem | null };

export interface MessengerListener {
  /**
   * Called at once when a message reaches the session, live or after having waited for it, and before it waits its turn
   * for `received`. May be called more than once for a message. Must not take long.
   */
  arriving(session: Session, message: IncomingMessage): void;
  /**
   * Called in order and one at a time for each chat, chats in parallel, at most eight calls under way. Resolves once the
   * message is kept for good; rejects: it will be handed over again. The same message may come more than once.
   */
  received(session: Session, message: IncomingMessage): Promise<void>;
  /** Called in order and one at a time for each session, and before the messages of that connection. Rejects: it is said again. */
  connection(session: Session, change: ConnectionChange): Promise<void>;
}

/** WhatsApp, as the core needs it. */
export interface Messenger {
  /** Who hears of everything that happens; set once, before the first session is opened. */
  listen(listener: MessengerListener): void;
  /**
   * Opens the session: resumes it silently where it was paired before, otherwise reports QR codes for up to three
   * minutes and then `closed` with `expired`. Opening an open session is a no-op. A session that another process opens
   * under a newer lease is let go of as by `close`; one under an older lease is not opened, and nothing is reported.
   */
  open(session: LeasedSession): Promise<void>;
  /** Also asks for a code to type on the phone, reported as `pairing-code`. Only while the session waits for pairing. */
  requestPairingCode(session: Session): Promise<void>;
  /** Unlinks the device and wipes its keys; nothing more is reported. A session that is not open is a no-op. */
  logOut(session: Session): Promise<void>;
  /** Lets go of the session, so that another process may open it; keys stay, and nothing more is reported. */
  close(session: Session): Promise<void>;
  /**
   * Never rejects. While the session is not connected the answer is `unknown`. `mayLeave` is asked at the last moment
   * before anything is written.
   */
  send(session: Session, message: OutgoingMessage, mayLeave?: () => boolean): Promise<SendResult>;
  /** Marks what came in this chat as read and shows that somebody is writing; trouble is silently ignored. */
  showTyping(session: Session, chat: string): Promise<void>;
}
