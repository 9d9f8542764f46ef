import { pino } from 'pino';

/** JSON lines in UTC. What must never be read is taken out by name, should it ever be logged whole. */
export const openLog = (level: string, to?: { write(line: string): void }) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: shownError },
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[…]',
      },
    },
    to ?? pino.destination(1),
  );

const secretFields = [
  ...['authorization', 'cookie', 'password', 'passwordHash', 'senha', 'token', 'tokenHash'],
  ...['taxId', 'cpf', 'cnpj_cpf', 'cpf_cnpj', 'qr', 'payload', 'pairingCode', 'codigo', 'secretKey', 'text'],
];

/** Databases quote the values they stumble over: what stands in quotes, and every long number, is left out. */
const shownError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const { code } = error as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    ...(code !== undefined && { code: String(code) }),
    message: withoutValues(error.message),
    stack: frames?.join('\n'),
  };
};

const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{8,}/g, '…')
    .slice(0, 500);
