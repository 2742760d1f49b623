import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

import proxyaddr from 'proxy-addr';
import { z } from 'zod';

import { errorCode } from '../errors/error-code.js';
import { databaseAddressFault } from '../mongo/database-address.js';
import { isLoopback } from './loopback.js';
import { parseRemoteOrigins } from './remote-origins.js';
import { StartError } from './start-error.js';

/** The project's folder, from which relative paths in settings are read. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Settings as features receive them: typed, checked, in one place. Never holds a default secret. */
export type Settings = z.infer<typeof Environment>;

/** The bucket of uploads, where they do not lie on the disk. */
export type S3Settings = NonNullable<Settings['s3']>;

const flag = (name: string) =>
  z.enum(['on', 'off'], `${name} must be on or off`).transform((value) => value === 'on');

const wholeNumber = (name: string, min: number, max: number) => {
  const range = `${name} must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, range)
    .transform(Number)
    .refine((value) => value >= min && value <= max, range);
};

/** What an address leads to: a server, all that lies under it, or everything at one place. */
type AddressKind = 'server' | 'base' | 'origin';

const WITHOUT: Record<AddressKind, string> = {
  server: '',
  base: ' without a login, a query and a fragment',
  origin: ' without a login, a path, a query and a fragment',
};

function isAddress(text: string, protocols: RegExp, kind: AddressKind): boolean {
  try {
    const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
    decodeURIComponent(username + password);
    const isServer = protocols.test(protocol.slice(0, -1)) && hostname !== '';
    if (kind === 'server' || !isServer) return isServer;
    // A mark with nothing behind it leaves `search` and `hash` empty.
    const isBare = !/[?#]/.test(text) && [username, password, search, hash].join('') === '';
    return isBare && (kind === 'base' || pathname === '/');
  } catch {
    return false;
  }
}

const url = (name: string, protocols: RegExp, kind: AddressKind, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => isAddress(text, protocols, kind),
      `${name} must be a valid address${WITHOUT[kind]}, such as ${example}`,
    );

/** Base of a provider's calls; its own by default. */
const footballUrl = (name: string, own: string) => url(name, /^https?$/, 'base', own).default(own);

const mongodbUri = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const fault = databaseAddressFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `MONGODB_URI ${fault}` });
  });

/** An email address alone, or behind a name. */
const SENDER =
  /^(?:(?:"[^"\r\n]*" *|[^"<>,;:@\r\n]*)<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/;

const secret = (name: string) =>
  z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, `${name} must be 32 bytes or more`)
    .optional();

const text = z.string().optional();

/** Part of a header: with the line break at the end of a secret's file it never matches. */
const key = (name: string) =>
  z
    .string()
    .regex(
      /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
      `${name} must be ASCII characters without line breaks, and without spaces at its ends`,
    )
    .optional();

function areProxies(list: string[]): boolean {
  try {
    proxyaddr.compile(list);
    return true;
  } catch {
    return false;
  }
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** Where the bucket of uploads is; nothing where they lie on the disk. */
function s3Of(env: Partial<Record<(typeof S3_NAMES)[number], string | undefined>>) {
  const [endpoint, bucket, accessKey, secretKey] = S3_NAMES.map((name) => env[name]);
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  return { endpoint: endpoint.replace(/\/$/, ''), bucket, accessKey, secretKey };
}

const REMOTES_FORM =
  'REMOTES must be name=address, with commas between: addresses of https, or of http on loopback, that end in / and have no login, query and fragment';

const pushTestOrigins = z
  .string()
  .transform((list) => list.split(',').map((part) => part.trim()))
  .refine(
    (list) => list.every((part) => isAddress(part, /^https?$/, 'origin')),
    `PUSH_TEST_ORIGINS must be addresses${WITHOUT.origin}, with commas between`,
  )
  .transform((list) => list.map((part) => new URL(part).origin));

const remotes = z.string().transform((list, context) => {
  const origins = parseRemoteOrigins(list);
  if (origins) return origins;
  context.addIssue({ code: 'custom', message: REMOTES_FORM });
  return z.NEVER;
});

/** Every setting there is, in the order of `.env.example` (API.md §11). Faults name variables, never values. */
const Environment = z
  .object({
    PORT: wholeNumber('PORT', 1, 65_535).default(5000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: url('PUBLIC_URL', /^https?$/, 'origin', 'https://kickoff.example').optional(),
    TRUST_PROXY: z
      .string()
      .transform((list) => list.split(',').map((part) => part.trim()))
      .refine(areProxies, 'TRUST_PROXY must be addresses, subnets or loopback, with commas between')
      .optional(),
    KICKOFF_DATA: z.string().default('.data'),
    MONGODB_URI: mongodbUri.optional(),
    MONGOD_BINARY: text,
    JWT_FAN_SECRET: secret('JWT_FAN_SECRET'),
    JWT_ADMIN_SECRET: secret('JWT_ADMIN_SECRET'),
    ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an email address').toLowerCase().optional(),
    DEMO: flag('DEMO').optional(),
    SMTP_URL: url('SMTP_URL', /^smtps?$/, 'server', 'smtp://mail.example:587').optional(),
    MAIL_FROM: z
      .string()
      .trim()
      .regex(SENDER, 'MAIL_FROM must be an email address, alone or as Name <address>')
      .optional(),
    FOOTBALL_DATA_TOKEN: text,
    FOOTBALL_DATA_URL: footballUrl('FOOTBALL_DATA_URL', 'https://api.football-data.org/v4'),
    API_FOOTBALL_KEY: text,
    API_FOOTBALL_URL: footballUrl('API_FOOTBALL_URL', 'https://v3.football.api-sports.io'),
    FOOTBALL_DEMO_CLOCK: z
      .enum(['live', 'calendar'], 'FOOTBALL_DEMO_CLOCK must be live or calendar')
      .default('live'),
    FOOTBALL_LIVE_POLL_MS: wholeNumber('FOOTBALL_LIVE_POLL_MS', 1000, 3_600_000).optional(),
    REDIS_URL: url('REDIS_URL', /^rediss?$/, 'server', 'redis://redis.example:6379').optional(),
    S3_ENDPOINT: url('S3_ENDPOINT', /^https?$/, 'base', 'https://s3.example').optional(),
    S3_BUCKET: z
      .string()
      .regex(
        /^[\w.-]{3,63}$/,
        'S3_BUCKET must be the name of a bucket: 3 to 63 letters, digits, dots, hyphens or underscores',
      )
      .optional(),
    S3_ACCESS_KEY: key('S3_ACCESS_KEY'),
    S3_SECRET_KEY: key('S3_SECRET_KEY'),
    REMOTES: remotes.optional(),
    PUSH_TEST_ORIGINS: pushTestOrigins.optional(),
    RATE_LIMIT_FACTOR: z.coerce
      .number('RATE_LIMIT_FACTOR must be a number above 0')
      .positive('RATE_LIMIT_FACTOR must be a number above 0')
      .default(1),
    METRICS_TOKEN: key('METRICS_TOKEN'),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      )
      .default('info'),
    NODE_ENV: z.string().default('development'),
  })
  .refine((env) => !env.JWT_FAN_SECRET || env.JWT_FAN_SECRET !== env.JWT_ADMIN_SECRET, {
    message: 'JWT_FAN_SECRET and JWT_ADMIN_SECRET must differ',
    when: () => true,
  })
  .refine((env) => env.NODE_ENV !== 'production' || (env.JWT_FAN_SECRET && env.JWT_ADMIN_SECRET), {
    message:
      'JWT_FAN_SECRET and JWT_ADMIN_SECRET are required where NODE_ENV=production: set each to 32 random bytes or more',
    when: () => true,
  })
  .refine((env) => !env.SMTP_URL || env.MAIL_FROM, {
    message: 'MAIL_FROM is required with SMTP_URL: set it to the sender of mails',
    when: () => true,
  })
  .refine((env) => [0, S3_NAMES.length].includes(S3_NAMES.filter((name) => env[name]).length), {
    message: `${S3_NAMES.join(', ')} belong together: set all of them, or none to keep uploads on the disk`,
    when: () => true,
  })
  .transform((env) => {
    // HOST alone does not show it: a server behind a proxy on the same machine is on loopback, too.
    const isLocal =
      isLoopback(env.HOST) &&
      (env.PUBLIC_URL === undefined || isLoopback(new URL(env.PUBLIC_URL).hostname)) &&
      env.TRUST_PROXY === undefined &&
      env.NODE_ENV !== 'production';
    return {
      port: env.PORT,
      host: env.HOST,
      publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
      trustProxy: env.TRUST_PROXY ?? [],
      dataFolder: resolve(ROOT, env.KICKOFF_DATA),
      mongodbUri: env.MONGODB_URI,
      mongodBinary: env.MONGOD_BINARY,
      fanSecret: env.JWT_FAN_SECRET,
      adminSecret: env.JWT_ADMIN_SECRET,
      adminEmail: env.ADMIN_EMAIL,
      isLocal,
      demo: env.DEMO ?? (env.MONGODB_URI === undefined && isLocal),
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      footballDataToken: env.FOOTBALL_DATA_TOKEN,
      footballDataUrl: env.FOOTBALL_DATA_URL.replace(/\/$/, ''),
      apiFootballKey: env.API_FOOTBALL_KEY,
      apiFootballUrl: env.API_FOOTBALL_URL.replace(/\/$/, ''),
      footballDemoClock: env.FOOTBALL_DEMO_CLOCK,
      footballLivePollMs: env.FOOTBALL_LIVE_POLL_MS,
      redisUrl: env.REDIS_URL,
      s3: s3Of(env),
      remotes: env.REMOTES ?? [],
      pushTestOrigins: env.PUSH_TEST_ORIGINS ?? [],
      rateLimitFactor: env.RATE_LIMIT_FACTOR,
      metricsToken: env.METRICS_TOKEN,
      logLevel: env.LOG_LEVEL,
    };
  });

/** Names in the order of `.env.example`; NODE_ENV belongs to Node itself. */
export const SETTING_NAMES = Object.keys(Environment.def.in.shape).filter(
  (name) => name !== 'NODE_ENV',
);

/** Variables that look like ours but are not: most likely a slip of the pen. */
const OUR_PREFIXES =
  /^(KICKOFF|FOOTBALL|API_FOOTBALL|JWT|SMTP|S3|REDIS|PUSH|RATE_LIMIT|METRICS|MONGOD|MONGODB)_/;

/**
 * Reads all settings, or stops the start with one message that names every
 * faulty variable.
 *
 * @param variables names and values as they stand in the environment
 * @param declared names set for KickOff, all of which must be known
 */
export function readSettings(
  variables: NodeJS.Dict<string>,
  declared: readonly string[] = [],
): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const known = new Set([...SETTING_NAMES, 'NODE_ENV']);
  const unknown = [
    ...new Set([...Object.keys(given).filter((name) => OUR_PREFIXES.test(name)), ...declared]),
  ]
    .filter((name) => !known.has(name))
    .map((name) => `${name} is not a setting of KickOff`);

  const result = Environment.safeParse(given);
  const faults = [...unknown, ...(result.error?.issues.map((issue) => issue.message) ?? [])];
  if (!result.success || faults.length > 0) {
    throw new StartError(
      `KickOff cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nCorrect them in the environment or in .env; .env.example lists all of them.`,
    );
  }
  return result.data;
}

/** The settings of this process: its environment, and `.env` for what is not set there. */
export function readOwnSettings(envFile = join(ROOT, '.env')): Settings {
  const declared = readEnvFile(envFile);
  // The AWS SDK warns in eight lines on Node 20; its releases that need Node 22 are not installed.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return readSettings({ ...declared, ...process.env }, Object.keys(declared));
}

/** Resolves a path of a command line: npm runs a command in the project's folder and names the caller's. */
export function resolveArgument(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path);
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = errorCode(error) ?? 'no code';
    // Most starts have no such file.
    if (code === 'ENOENT') return {};
    throw new StartError(
      `The settings in ${path} cannot be read (${code}). Give this user the right to read the file, or take it away.`,
    );
  }
}
