import type { EventEmitter } from 'node:events';

/**
 * The library's own listeners leave what goes wrong in them to nobody: a question about groups that goes down with its
 * line would end the process, and with it every other number.
 */
export const containFailures = (emitter: EventEmitter, failed: (error: unknown) => void): void => {
  for (const event of emitter.eventNames()) {
    const handlers = emitter.listeners(event);
    emitter.removeAllListeners(event);
    for (const handle of handlers) {
      emitter.on(event, async (...heard: unknown[]) => {
        try {
          await handle(...heard);
        } catch (error) {
          failed(error);
        }
      });
    }
  }
};
