/** Where a line goes for each request, and each fault once. */
export type Log = Readonly<Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>>;
