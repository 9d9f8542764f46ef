import type { SendResult } from '#core/ports/messenger.ts';

const unknown: SendResult = { kind: 'unknown' };

/**
 * What the server says of each message sent. Only its acknowledgement counts: that a message was written to the socket
 * says nothing. https://github.com/WhiskeySockets/Baileys/issues/2698 on what the errors mean.
 */
export const acknowledgements = () => {
  const waiting = new Map<string, (result: SendResult) => void>();
  const settle = (id: string, result: SendResult): void => {
    const heard = waiting.get(id);
    waiting.delete(id);
    heard?.(result);
  };

  return {
    /** To be called before the message is sent. */
    of(id: string): Promise<SendResult> {
      settle(id, unknown);
      return new Promise((resolve) => void waiting.set(id, resolve));
    },

    /** The server's stanza for a message. */
    heard(id: string | undefined, error: string | undefined): void {
      if (id !== undefined) settle(id, resultOf(error));
    },

    giveUp: (id: string): void => settle(id, unknown),

    giveUpAll(): void {
      for (const id of [...waiting.keys()]) settle(id, unknown);
    },
  };
};

/** 5xx is the server's own trouble; everything else means that it will not take this message, however often it is asked. */
const resultOf = (error: string | undefined): SendResult => {
  if (error === undefined) return { kind: 'accepted' };
  return /^5\d\d$/.test(error) ? unknown : { kind: 'rejected', why: error.slice(0, 40) };
};
