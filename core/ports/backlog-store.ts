export type Backlog = {
  /** Customers' messages that no turn has taken up. */
  readonly waiting: number;
  readonly oldestWaitingAt: Date | null;
  readonly openTurns: number;
  /** Messages that are not accepted by the network yet. */
  readonly unsent: number;
};

/** How far behind the product is, over all accounts; for those who run it. */
export interface BacklogStore {
  measure(): Promise<Backlog>;
}
