/** Files of accounts, under keys of our own making: `account/agent/name`, letters, digits, `-` and `/` only. */
export interface FileShelf {
  /** Resolves once the file is kept for good. The same key again replaces what lay there. */
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Null when nothing lies there. */
  get(key: string): Promise<Uint8Array | null>;
  /** What is not there is a no-op. */
  remove(keys: readonly string[]): Promise<void>;
}
