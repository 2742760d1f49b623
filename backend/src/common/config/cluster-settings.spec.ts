import { describe, expect, it } from '@jest/globals';

import { readSettings, SETTING_NAMES } from './env.js';
import { StartError } from './start-error.js';

/** The settings of one instance of a cluster, all of them valid. */
const CLUSTER: Record<string, string> = {
  NODE_ENV: 'production',
  PORT: '5000',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://kickoff.example',
  TRUST_PROXY: 'uniquelocal, 203.0.113.0/24',
  KICKOFF_DATA: '/data',
  MONGODB_URI:
    'mongodb://kickoff:pass@a.example:27017,b.example:27017,c.example:27017/kickoff?replicaSet=rs0',
  JWT_FAN_SECRET: 'f'.repeat(32),
  JWT_ADMIN_SECRET: 'a'.repeat(32),
  ADMIN_EMAIL: 'admin@kickoff.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'KickOff <no-reply@kickoff.example>',
  REDIS_URL: 'rediss://kickoff:pass@redis.example:6379/0',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'uploads',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  METRICS_TOKEN: 'token',
  LOG_LEVEL: 'info',
};

/** Settings whose faults show when they are used: no text is malformed by itself. */
const FREE = ['NODE_ENV', 'HOST', 'KICKOFF_DATA'];

/** The first value of each is a secret in a place where a message might repeat it. */
const MALFORMED: [name: string, ...values: string[]][] = [
  ['PORT', 'planted', '0', '65536', '5000.5', '-1', ' 5000'],
  [
    'PUBLIC_URL',
    'https://me:planted@kickoff.example',
    'kickoff.example',
    'https://',
    'ftp://a.example',
  ],
  ['PUBLIC_URL', 'https://planted.example/path', 'https://kickoff.example:99999'],
  [
    'TRUST_PROXY',
    'planted',
    'uniquelocal,',
    '10.0.0.0/33',
    '10.0.0',
    'http://10.0.0.1',
    '10.0.0.1:80',
  ],
  [
    'MONGODB_URI',
    'mongodb://me:planted@a.example:27017,b.example:none/kickoff',
    'a.example,b.example',
  ],
  [
    'MONGODB_URI',
    'mongodb://me:planted@a.example,/kickoff',
    'mongodb://a.example, b.example/kickoff',
    'mongodb://a.example b.example/kickoff',
  ],
  ['MONGODB_URI', 'mongodb://a.example,b.example/kickoff?replicaSet=rs0&directConnection=true'],
  ['JWT_FAN_SECRET', 'planted', 'f'.repeat(31)],
  ['JWT_ADMIN_SECRET', 'planted', 'a'.repeat(31)],
  [
    'ADMIN_EMAIL',
    'planted',
    'admin@',
    'Admin <admin@kickoff.example>',
    'a@kickoff.example,b@kickoff.example',
  ],
  [
    'SMTP_URL',
    'mail://me:planted@mail.example',
    'mail.example:587',
    'smtp://',
    'smtp://mail.example:none',
  ],
  ['MAIL_FROM', 'planted', 'KickOff', 'KickOff <no-reply>'],
  [
    'REDIS_URL',
    'http://me:planted@redis.example',
    'redis.example:6379',
    'redis://',
    'redis://redis.example:99999',
  ],
  ['REDIS_URL', 'redis://:planted@a.example:6379,b.example:6379', 'redis://us%er@redis.example'],
  [
    'S3_ENDPOINT',
    'https://me:planted@s3.example',
    's3.example',
    'https://s3.example/?region=eu',
    's3://uploads',
  ],
  ['S3_BUCKET', 'planted/bucket', 'up', 'u'.repeat(64), 'my uploads'],
  ['S3_ACCESS_KEY', 'planted\n', ' around ', 'schlüssel'],
  ['S3_SECRET_KEY', 'planted\n', ' around ', 'schlüssel'],
  ['METRICS_TOKEN', 'planted\n', ' around ', 'schlüssel'],
  ['LOG_LEVEL', 'planted', 'INFO', 'verbose'],
];

/** What a cluster cannot leave out, with the sentence that states the cure. */
const REQUIRED: Record<string, string> = {
  JWT_FAN_SECRET: 'are required where NODE_ENV=production: set each to 32 random bytes or more',
  JWT_ADMIN_SECRET: 'are required where NODE_ENV=production: set each to 32 random bytes or more',
  MAIL_FROM: 'is required with SMTP_URL: set it to the sender of mails',
  S3_ENDPOINT: 'belong together: set all of them, or none to keep uploads on the disk',
  S3_BUCKET: 'belong together: set all of them, or none to keep uploads on the disk',
  S3_ACCESS_KEY: 'belong together: set all of them, or none to keep uploads on the disk',
  S3_SECRET_KEY: 'belong together: set all of them, or none to keep uploads on the disk',
};

/** What an instance does without a setting that may be left out. */
const DEFAULTS: Record<string, object> = {
  NODE_ENV: { isLocal: false, demo: false },
  PORT: { port: 5000 },
  HOST: { host: '127.0.0.1', isLocal: false },
  PUBLIC_URL: { publicUrl: 'http://localhost:5000', isLocal: false },
  TRUST_PROXY: { trustProxy: [], isLocal: false },
  KICKOFF_DATA: { dataFolder: expect.stringMatching(/[/]\.data$/) },
  MONGODB_URI: { mongodbUri: undefined, demo: false },
  ADMIN_EMAIL: { adminEmail: undefined },
  SMTP_URL: { smtpUrl: undefined, mailFrom: CLUSTER['MAIL_FROM'] },
  REDIS_URL: { redisUrl: undefined },
  METRICS_TOKEN: { metricsToken: undefined },
  LOG_LEVEL: { logLevel: 'info' },
};

/** The lines between the first and the last of the message that stops the start. */
function faultsOf(variables: Record<string, string>): string[] {
  try {
    readSettings(variables, Object.keys(variables));
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    expect(error.message).not.toMatch(/planted|^ +at /m);
    return error.message.split('\n').slice(1, -1);
  }
}

function without(...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(CLUSTER).filter(([name]) => !names.includes(name)));
}

describe('readSettings for an instance of a cluster', () => {
  it('accepts all settings of a cluster', () => {
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(without('NODE_ENV'))));
    expect(readSettings(CLUSTER)).toMatchObject({
      mongodbUri: CLUSTER['MONGODB_URI'],
      redisUrl: CLUSTER['REDIS_URL'],
      trustProxy: ['uniquelocal', '203.0.113.0/24'],
      s3: { endpoint: 'https://s3.example', bucket: 'uploads' },
      isLocal: false,
      demo: false,
    });
  });

  it.each(MALFORMED.flatMap(([name, ...values]) => values.map((value) => ({ name, value }))))(
    'refuses $name=$value in one sentence that names it, without the value',
    ({ name, value }) => {
      const faults = faultsOf({ ...CLUSTER, [name]: value });

      expect(faults).toEqual([expect.stringMatching(new RegExp(`^  - ${name} (must|has) .{12,}`))]);
    },
  );

  it.each(Object.entries(REQUIRED))('refuses a cluster without %s: %s', (name, cure) => {
    expect(faultsOf(without(name))).toEqual([
      expect.stringMatching(new RegExp(`^  - (.* )?${name}[, ].*${cure}$`)),
    ]);
  });

  it.each(Object.entries(DEFAULTS))('uses the default without %s: %j', (name, settings) => {
    expect(readSettings(without(name))).toMatchObject(settings);
  });

  it('has a malformed value and a rule for the absence of each setting of a cluster', () => {
    const names = Object.keys(CLUSTER).sort();

    expect([...new Set(MALFORMED.map(([name]) => name)), ...FREE].sort()).toEqual(names);
    expect([...Object.keys(REQUIRED), ...Object.keys(DEFAULTS)].sort()).toEqual(names);
  });

  it('names what is missing beside what is malformed', () => {
    const rest = without('JWT_FAN_SECRET', 'MAIL_FROM', 'S3_BUCKET');

    const faults = faultsOf({ ...rest, REDIS_URL: 'planted', TRUST_PROXY: 'planted' });

    expect(faults).toEqual([
      expect.stringContaining('TRUST_PROXY must be'),
      expect.stringContaining('REDIS_URL must be'),
      expect.stringContaining('JWT_FAN_SECRET and JWT_ADMIN_SECRET are required'),
      expect.stringContaining('MAIL_FROM is required'),
      expect.stringContaining('belong together'),
    ]);
  });
});
