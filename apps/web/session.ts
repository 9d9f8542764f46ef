const keys = { token: 'token', userId: 'userId', agentId: 'agenteId' } as const;

/** Who is signed in, kept by the browser. */
export const session = {
  token: (): string | null => localStorage.getItem(keys.token),
  userId: (): string | null => localStorage.getItem(keys.userId),
  begin: (token: string, userId: number): void => {
    localStorage.setItem(keys.token, token);
    localStorage.setItem(keys.userId, String(userId));
  },
  end: (): void => {
    for (const key of Object.values(keys)) localStorage.removeItem(key);
  },
};
