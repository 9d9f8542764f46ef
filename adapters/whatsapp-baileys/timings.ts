/** In milliseconds. Tests shorten them; nobody else needs to. */
export type Timings = {
  /** Each QR code; null: WhatsApp's own rhythm, a minute for the first and 20 s for each next one. */
  readonly qrMs: number | null;
  /** Until nobody is expected to scan any more. */
  readonly pairingMs: number;
  /** Until a message that nobody acknowledged counts as neither taken nor refused. */
  readonly ackMs: number;
  /** One question to the server. Sends and receipts wait for each other, so it must not be long. */
  readonly queryMs: number;
  readonly connectMs: number;
  readonly keepAliveMs: number;
  /** Without progress although something waits: the connection is deaf. */
  readonly deafMs: number;
  /** Between two looks at whether it is. */
  readonly watchMs: number;
  /** Until a message whose content never came is reported without it. */
  readonly unreadableMs: number;
  /** A connection that is up and hears of nothing for so long has heard of all that waited. */
  readonly catchUpMs: number;
  /** A line that was up for so long is tried at once again when it is lost; one that comes and goes is not. */
  readonly steadyMs: number;
  /** Goodbyes are tried for so long. */
  readonly leaveMs: number;
  /** What the waits of the disconnect table are multiplied with. */
  readonly waits: number;
};

export const usualTimings: Timings = {
  qrMs: null,
  pairingMs: 180_000,
  ackMs: 15_000,
  queryMs: 10_000,
  connectMs: 20_000,
  keepAliveMs: 30_000,
  deafMs: 60_000,
  watchMs: 10_000,
  unreadableMs: 600_000,
  catchUpMs: 5_000,
  steadyMs: 60_000,
  leaveMs: 8_000,
  waits: 1,
};
