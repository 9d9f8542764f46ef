/** What can be made to go wrong. Rates are shares between 0 and 1. */
export type Faults = {
  /** The message arrives, its acknowledgement does not. */
  lostAckRate: number;
  /** Neither arrives. */
  lostSendRate: number;
  /** The network hands the same message over twice. */
  duplicateRate: number;
  /** Each message names its customer another way: phone, LID or both, with the ninth digit or without. */
  flipIdentities: boolean;
  /** Why the network takes nothing, like `463` for a number it has restricted. */
  rejectSends: string | null;
  /** Before a message is handed over, and before an acknowledgement. */
  delayMs: number;
};

export const noFaults = (): Faults => ({
  lostAckRate: 0,
  lostSendRate: 0,
  duplicateRate: 0,
  flipIdentities: false,
  rejectSends: null,
  delayMs: 0,
});
