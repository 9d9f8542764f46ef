import type { Ports } from '#core/ports/index.ts';

export const logOut =
  ({ secrets, sessions }: Pick<Ports, 'secrets' | 'sessions'>) =>
  (token: string): Promise<void> =>
    sessions.end(secrets.hashToken(token));
