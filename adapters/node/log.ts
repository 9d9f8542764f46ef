import { pino } from 'pino';

/** JSON lines in UTC. What must never be read is taken out by name, should it ever be logged whole. */
export const openLog = (level: string) =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[…]',
    },
  });

const secretFields = [
  ...['authorization', 'cookie', 'password', 'passwordHash', 'senha', 'token', 'tokenHash'],
  ...['taxId', 'cpf', 'cnpj_cpf', 'cpf_cnpj', 'qr', 'payload', 'pairingCode', 'codigo', 'secretKey', 'text'],
];
