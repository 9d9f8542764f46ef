import type { Session } from './messenger.ts';

export type FetchedMedia =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array }
  /** The network keeps it no more. */
  | { readonly kind: 'gone' }
  /** Not asked for at all, or not to be used: too large, kept at a foreign host, not what its sender said it is. */
  | { readonly kind: 'refused'; readonly why: string };

/** Files that came with messages. */
export interface MediaSource {
  /**
   * The file behind the `ref` of an incoming message's media; needs no open session. Never more than `mostBytes`, and
   * never from anywhere but the network's own hosts. Rejects when the network cannot be reached: try again later.
   */
  fetch(session: Session, ref: string, mostBytes: number): Promise<FetchedMedia>;
}
