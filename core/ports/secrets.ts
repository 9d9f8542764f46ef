/** Randomness and one-way functions. */
export interface Secrets {
  /** 256 random bits, printable. */
  newToken(): string;
  /** The same token gives the same hash; nobody gets back from hash to token. */
  hashToken(token: string): string;
  hashPassword(password: string): Promise<string>;
  /** Takes the same time for a null hash (an unknown person), and is then false. */
  passwordMatches(password: string, hash: string | null): Promise<boolean>;
  /** One of the ten thousand most used passwords, given in lower case. */
  isCommonPassword(password: string): boolean;
}
