/** Voice messages transcribed for an account in a calendar month of its zone. A null limit is unlimited. */
export type AudioUsage = { readonly used: number; readonly limit: number | null };

export type AudioLevel = 'normal' | 'warning' | 'reached';

/** Warning from 80 %, reached at 100 %. Without a limit, or with a limit of 0, there is nothing to fill. */
export const audioLevel = ({ used, limit }: AudioUsage): AudioLevel => {
  if (!limit) return 'normal';
  if (used >= limit) return 'reached';
  return used * 100 >= limit * 80 ? 'warning' : 'normal';
};

export const audioLeft = ({ used, limit }: AudioUsage): boolean => limit === null || used < limit;
