/** `turns`: a conversation became due. `outbox`: something is to be sent. `numbers`: a connection is wanted or unwanted. */
export type SignalTopic = 'turns' | 'outbox' | 'numbers';

/** Wake-ups between parts of the product, in this process and in others. A hint only: everyone also looks by the clock. */
export interface Signals {
  raise(topic: SignalTopic): void;
  on(topic: SignalTopic, wake: () => void): void;
}
