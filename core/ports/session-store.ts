/** Owners' sessions. Only the token's hash is known here. */
export interface SessionStore {
  open(accountId: number, tokenHash: string, now: Date, expiresAt: Date): Promise<void>;
  /** The owner of a live session, or null. Using it moves its end on to `expiresAt` (written at most once an hour). */
  ownerOf(tokenHash: string, now: Date, expiresAt: Date): Promise<number | null>;
  /** Ending an unknown session is a no-op. */
  end(tokenHash: string): Promise<void>;
}
