/** So many passwords wait to be hashed that one more would only make everybody wait longer. */
export class Busy extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many passwords are being hashed.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Randomness and one-way functions. Both password methods reject with `Busy` when too many are asked for at once. */
export interface Secrets {
  /** 256 random bits, printable. */
  newToken(): string;
  /** The same token gives the same hash; nobody gets back from hash to token. */
  hashToken(token: string): string;
  hashPassword(password: string): Promise<string>;
  /** Takes the same time for a null hash (an unknown person), and is then false. */
  passwordMatches(password: string, hash: string | null): Promise<boolean>;
  /** One of the passwords that everybody tries first; asked in lower case. */
  isCommonPassword(password: string): boolean;
}
