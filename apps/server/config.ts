import { existsSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { parseStorageUrl, WrongStorageUrl } from '#adapters/files/storage-url.ts';
import { keyFromFile } from '#adapters/node/key-file.ts';
import { burstTiming } from '#core/domain/burst.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import { isTimeZone } from '#core/domain/time.ts';

const roles = ['api', 'worker', 'gateway'] as const;
export type Role = (typeof roles)[number];

/** An empty variable is one that is not set. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: `must be ${what}` });
const milliseconds = (otherwise: number) =>
  given(z.coerce.number('must be a number of milliseconds').int().min(0).max(600_000).default(otherwise));

const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  given(
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .pipe(z.array(item)),
  );

const network = z.string().refine(isNetwork, 'must be addresses like 10.0.0.0/8, separated by commas');

const variables = z.object({
  NODE_ENV: given(z.enum(['development', 'production', 'test']).default('development')),
  PORT: given(z.coerce.number('must be a port number').int().min(0).max(65_535).default(3_000)),
  HOST: given(z.string().default('127.0.0.1')),
  PUBLIC_URL: given(url(/^https?$/, 'an address like https://prosa.example').optional()),
  DATABASE_URL: given(url(/^postgres(ql)?$/, 'an address like postgresql://user@host/name').optional()),
  DATA_DIR: given(z.string().default('.data')),
  STORAGE_URL: given(
    z
      .string()
      .transform((text, problems) => {
        try {
          return parseStorageUrl(text);
        } catch (problem) {
          if (!(problem instanceof WrongStorageUrl)) throw problem;
          problems.addIssue(problem.message);
          return z.NEVER;
        }
      })
      .optional(),
  ),
  ROLES: given(z.string().default(roles.join(',')))
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(roles, `must be some of ${roles.join(', ')}, separated by commas`)).min(1)),
  WHATSAPP_GATEWAY: given(
    z.enum(['simulator', 'baileys'], 'must be simulator or baileys').default('simulator'),
  ),
  WHATSAPP_URL: given(url(/^wss?$/, 'an address like wss://web.whatsapp.com/ws/chat').optional()),
  WHATSAPP_VERSION: given(
    z
      .string()
      .regex(/^\d+\.\d+\.\d+$/, 'must be three numbers like 2.3000.1043857760')
      .transform((text) => text.split('.').map(Number) as [number, number, number])
      .optional(),
  ),
  GATEWAY_NUMBERS: given(
    z.coerce.number('must be a number of numbers').int().min(1).max(10_000).default(100),
  ),
  WHATSAPP_PACE: given(z.enum(['human', 'none'], 'must be human or none').optional()),
  OPENAI_API_KEY: given(z.string().optional()),
  OPENAI_BASE_URL: given(url(/^https?$/, 'an address like https://api.openai.com/v1').optional()),
  OPENAI_CHAT_MODEL: given(z.string().optional()),
  OPENAI_EMBEDDING_MODEL: given(z.string().optional()),
  OPENAI_TRANSCRIBE_MODEL: given(z.string().optional()),
  OPENAI_VISION: given(z.string().optional()),
  SECRET_KEY: given(z.string().min(32, 'must have at least 32 characters').optional()),
  TRUST_PROXY: list(network),
  METRICS_TOKEN: given(z.string().min(16, 'must have at least 16 characters').optional()),
  TZ_DEFAULT: given(
    z.string().default('America/Sao_Paulo').refine(isTimeZone, 'must be a time zone like America/Sao_Paulo'),
  ),
  SYSTEM_WHATSAPP_PHONE: given(
    z
      .string()
      .default('5511900000003')
      .transform((text, problems) => {
        const phone = parseBrazilianPhone(text);
        if (phone) return phone;
        problems.addIssue('must be a Brazilian phone number with area code');
        return z.NEVER;
      }),
  ),
  BURST_WINDOW_MS: milliseconds(burstTiming.whatsapp.windowMs),
  BURST_MAX_MS: milliseconds(burstTiming.whatsapp.maxMs),
  LOG_LEVEL: given(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')),
});

export type Config = ReturnType<typeof readConfig>;

/** One line for each problem, naming the variable. */
export class WrongConfiguration extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** What stands in a file `.env` counts where the environment says nothing. */
const environmentAndFile = (): Environment => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};

/** The environment, read once and checked whole. Nothing else reads it. */
export const readConfig = (environment: Environment = environmentAndFile()) => {
  const read = variables.safeParse(environment);
  if (!read.success) {
    throw new WrongConfiguration(
      read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'),
    );
  }
  const found = read.data;
  if (found.NODE_ENV === 'production' && found.SECRET_KEY === undefined) {
    throw new WrongConfiguration('SECRET_KEY: must be set when NODE_ENV is production');
  }
  const dataDir = resolve(found.DATA_DIR);
  return {
    port: found.PORT,
    host: found.HOST,
    publicUrl: found.PUBLIC_URL ?? `http://localhost:${found.PORT}`,
    databaseUrl: found.DATABASE_URL ?? null,
    dataDir,
    storage: found.STORAGE_URL ? { bucket: found.STORAGE_URL } : { folder: join(dataDir, 'files') },
    roles: new Set<Role>(found.ROLES),
    whatsapp: found.WHATSAPP_GATEWAY,
    gatewayNumbers: found.GATEWAY_NUMBERS,
    pace: found.WHATSAPP_PACE ?? (found.WHATSAPP_GATEWAY === 'simulator' ? 'none' : 'human'),
    whatsappNetwork: { url: found.WHATSAPP_URL ?? null, version: found.WHATSAPP_VERSION ?? null },
    openai: found.OPENAI_API_KEY
      ? {
          apiKey: found.OPENAI_API_KEY,
          baseUrl: found.OPENAI_BASE_URL ?? null,
          chatModel: found.OPENAI_CHAT_MODEL ?? null,
          embeddingModel: found.OPENAI_EMBEDDING_MODEL ?? null,
          transcriptionModel: found.OPENAI_TRANSCRIBE_MODEL ?? null,
          visionModel: found.OPENAI_VISION ?? null,
        }
      : null,
    secretKey: found.SECRET_KEY ?? keyFromFile(join(dataDir, 'secret.key')),
    trustedProxies: found.TRUST_PROXY,
    metricsToken: found.METRICS_TOKEN,
    defaultTimeZone: found.TZ_DEFAULT,
    systemPhone: found.SYSTEM_WHATSAPP_PHONE,
    burst: { windowMs: found.BURST_WINDOW_MS, maxMs: found.BURST_MAX_MS },
    logLevel: found.LOG_LEVEL,
  };
};

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  try {
    if (prefix !== undefined)
      new BlockList().addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}
