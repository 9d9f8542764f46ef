import { once } from 'node:events';

export const loaded = 'loaded';

/** Waits, loaded, for whoever started this process; without them it ends. */
export const toldToBegin = async (): Promise<void> => {
  process.once('disconnect', () => process.exit());
  const told = once(process, 'message');
  process.send?.(loaded);
  await told;
};
