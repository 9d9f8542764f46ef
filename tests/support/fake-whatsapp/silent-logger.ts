import type { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys';

const ignore = () => undefined;

export const silentLogger: typeof DEFAULT_CONNECTION_CONFIG.logger = {
  level: 'silent',
  child: () => silentLogger,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};
