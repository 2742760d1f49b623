import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { readOwnSettings, readSettings, SETTING_NAMES } from './env.js';
import { StartError } from './start-error.js';

const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
const example = parseEnv(text);

const SECRETS = { JWT_FAN_SECRET: 'f'.repeat(32), JWT_ADMIN_SECRET: 'a'.repeat(32) };

/** What stops the start, without the words around the faults. */
function faultsOf(variables: Record<string, string>, declared: string[] = []): string[] {
  try {
    readSettings(variables, declared);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split('\n').slice(1, -1);
  }
}

describe('the settings', () => {
  it('stand in .env.example by the same names in the same order', () => {
    const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);

    expect(names).toEqual(SETTING_NAMES);
  });

  it('do not change when .env.example is copied as it is', () => {
    expect(readSettings(example, Object.keys(example))).toEqual(readSettings({}));
  });

  it('refuse a name that was meant for us and that nobody knows', () => {
    expect(faultsOf({ KICKOFF_DATTA: 'x', HOME: '/root' })).toEqual([
      '  - KICKOFF_DATTA is not a setting of KickOff',
    ]);
    expect(faultsOf({ PROT: '5000' }, ['PROT'])).toEqual(['  - PROT is not a setting of KickOff']);
  });

  it('name every fault at once, and no value', () => {
    const faults = faultsOf({
      PORT: '99999',
      DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'ftp://x',
    });

    expect(faults).toEqual([
      '  - PORT must be a whole number from 1 to 65535',
      '  - DEMO must be on or off',
      '  - SMTP_URL must be a valid address, such as smtp://mail.example:587',
      '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      '  - MAIL_FROM is required with SMTP_URL: set it to the sender of mails',
    ]);
  });

  it.each([
    'mongodb://a.example,b.example,c.example/kickoff?replicaSet=rs0',
    'mongodb://user:pa%20ss@a.example:27017,b.example:27018,[::1]:27019/kickoff?replicaSet=rs0&w=majority',
    'mongodb+srv://cluster.example/kickoff?retryWrites=true',
    'mongodb://127.0.0.1',
  ])('take the database %s', (address) => {
    expect(readSettings({ MONGODB_URI: address }).mongodbUri).toBe(address);
  });

  it.each([
    ['mongodb://', 'must be the address of a MongoDB'],
    ['mongodb:///kickoff', 'must be the address of a MongoDB'],
    ['mongodb://a.example,b.example:none/kickoff', 'has a host, an option'],
    ['http://a.example/kickoff', 'must be the address of a MongoDB'],
    ['mongodb+srv://a.example,b.example/kickoff', 'must be the address of a MongoDB'],
    ['mongodb://us%er:secret@a.example/kickoff', ''],
    ['mongodb://a.example/kickoff?replicaset=rs0&notAnOption=1', 'has a host, an option'],
    ['mongodb://a.example/kickoff?maxPoolSize=many', 'has a host, an option'],
    ['mongodb://a.example,b.example/?directConnection=true', 'has a host, an option'],
    ['mongodb://a.example/?readPreference=secondaryPreferred', 'has a readPreference other than'],
  ])('refuse the database %s in one sentence without a part of it', (address, words) => {
    const faults = faultsOf({ MONGODB_URI: address });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`  - MONGODB_URI ${words}`);
    expect(faults[0]).not.toMatch(/secret|notAnOption|kickoff[?]n/);
  });

  it.each<Record<string, string>>([
    { PUBLIC_URL: 'https://kickoff.example/?from=mail' },
    { PUBLIC_URL: 'https://kickoff.example/?' },
    { PUBLIC_URL: 'https://kickoff.example/#top' },
    { PUBLIC_URL: 'https://kickoff.example/under' },
    { PUBLIC_URL: 'https://me:secret@kickoff.example' },
    { PUBLIC_URL: 'https://' },
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'KickOff <nobody>' },
    { MAIL_FROM: 'a@kickoff.example, b@kickoff.example' },
    { MAIL_FROM: 'KickOff <a@kickoff.example> <b@kickoff.example>' },
    { SMTP_URL: 'smtp://' },
    { SMTP_URL: 'smtp://us%er:secret@mail.example' },
    { REDIS_URL: 'redis://' },
    { FOOTBALL_DATA_URL: 'https://proxy.example/v4?key=secret' },
    { API_FOOTBALL_URL: 'https://me:secret@proxy.example/v3' },
  ])('refuse %j in one sentence', (variables) => {
    const [name = ''] = Object.keys(variables);
    const sender = { MAIL_FROM: 'KickOff <no-reply@kickoff.example>' };

    const faults = faultsOf({ ...sender, ...variables });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^  - ${name} must be `));
    expect(faults[0]).not.toContain('secret');
  });

  it.each(['no-reply@localhost', 'KickOff <a@kickoff.example>', '"Kick, Off" <a@kickoff.example>'])(
    'take the sender %s',
    (sender) => {
      expect(readSettings({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    },
  );

  it('take micro-frontends on other origins', () => {
    const list =
      'leagues=https://Leagues.Example.org/, my-draft=http://127.0.0.1:5003/a/b/,x2=http://[::1]:1/@x/';

    expect(readSettings({ REMOTES: list }).remotes).toEqual([
      { name: 'leagues', base: 'https://leagues.example.org/' },
      { name: 'my-draft', base: 'http://127.0.0.1:5003/a/b/' },
      { name: 'x2', base: 'http://[::1]:1/@x/' },
    ]);
    expect(readSettings({}).remotes).toEqual([]);
  });

  it.each([
    'leagues',
    'leagues=',
    '=https://secret.example/',
    'Leagues=https://secret.example/',
    'shell=https://secret.example/',
    'leagues=https://secret.example/,',
    'leagues=https://secret.example/,leagues=https://other.example/',
    'leagues=https://secret.example',
    'leagues=https://secret.example/folder',
    'leagues=http://secret.example/',
    'leagues=ftp://secret.example/',
    'leagues=//secret.example/',
    'leagues=https:secret.example/',
    'leagues=https:///secret.example/',
    'leagues=https://me:secret@host.example/',
    'leagues=https://@secret.example/',
    'leagues=https://secret.example/?a=/',
    'leagues=https://secret.example/?/',
    'leagues=https://secret.example/#/',
    'leagues=https://*.secret.example/',
    "leagues=https://secret.example;script-src'self'/",
    'leagues=https://secret .example/',
    'leagues=https://secret.example:99999/',
  ])('refuse the micro-frontends %s in one sentence', (list) => {
    const faults = faultsOf({ REMOTES: list });

    expect(faults).toEqual([expect.stringMatching(/^  - REMOTES must be name=address/)]);
    expect(faults[0]).not.toContain('secret');
  });

  it('take the origins of a push double, http too', () => {
    const list = 'http://127.0.0.1:4001, https://Push.example/';

    expect(readSettings({ PUSH_TEST_ORIGINS: list }).pushTestOrigins).toEqual([
      'http://127.0.0.1:4001',
      'https://push.example',
    ]);
    expect(readSettings({}).pushTestOrigins).toEqual([]);
  });

  it.each(['push', 'ftp://push.example', 'http://push.example/path', 'http://a.example,'])(
    'refuse %s as the origins of a push double',
    (list) => {
      expect(faultsOf({ PUSH_TEST_ORIGINS: list })).toEqual([
        expect.stringMatching(/^  - PUSH_TEST_ORIGINS must be addresses/),
      ]);
    },
  );

  it('stop the start where .env is there and cannot be read', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));

    expect(() => readOwnSettings(folder)).toThrow(
      new StartError(
        `The settings in ${folder} cannot be read (EISDIR). Give this user the right to read the file, or take it away.`,
      ),
    );
    expect(() => readOwnSettings(join(folder, 'no such file'))).not.toThrow();
  });

  it('take a bucket with all that belongs to it, or none', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.org/',
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
    };
    const fault =
      '  - S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY belong together: set all of them, or none to keep uploads on the disk';

    expect(readSettings({}).s3).toBeUndefined();
    expect(readSettings(bucket).s3).toMatchObject({ endpoint: 'https://s3.example.org' });
    for (const name of Object.keys(bucket)) {
      expect(faultsOf({ ...bucket, [name]: '' })).toEqual([fault]);
    }
    expect(faultsOf({ ...bucket, S3_ENDPOINT: 'ftp://x', S3_BUCKET: '../x' })).toEqual([
      '  - S3_ENDPOINT must be a valid address without a login, a query and a fragment, such as https://s3.example',
      '  - S3_BUCKET must be the name of a bucket: 3 to 63 letters, digits, dots, hyphens or underscores',
    ]);
  });

  it('ask for two secrets of 32 bytes that differ where NODE_ENV=production', () => {
    const one = 'a'.repeat(32);
    const other = 'b'.repeat(32);
    const production = { NODE_ENV: 'production' };

    expect(faultsOf(production)).toHaveLength(1);
    expect(faultsOf({ ...production, JWT_FAN_SECRET: one })).toHaveLength(1);
    expect(faultsOf({ JWT_FAN_SECRET: one, JWT_ADMIN_SECRET: one })).toHaveLength(1);
    expect(faultsOf({ ...production, JWT_FAN_SECRET: one, JWT_ADMIN_SECRET: other })).toEqual([]);
  });

  it.each([
    ['HTTPS://KickOff.example/', 'https://kickoff.example'],
    ['https://kickoff.example:443', 'https://kickoff.example'],
    ['http://localhost:5001', 'http://localhost:5001'],
  ])('read PUBLIC_URL %s as the origin %s', (PUBLIC_URL, publicUrl) => {
    expect(readSettings({ PUBLIC_URL })).toMatchObject({ publicUrl });
  });

  it.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:5000' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:5000' }, true],
    [{ HOST: '127.0.0.2' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: 'localhost.example' }, false],
    [{ PUBLIC_URL: 'https://kickoff.example' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1.nip.io' }, false],
    [{ TRUST_PROXY: 'loopback' }, false],
    [{ NODE_ENV: 'production', ...SECRETS }, false],
  ])('take a server with %j for local: %s', (variables, isLocal) => {
    expect(readSettings(variables)).toMatchObject({ isLocal, demo: isLocal });
  });

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ MONGODB_URI: 'mongodb://127.0.0.1/kickoff' }, false],
    [{ MONGODB_URI: 'mongodb://127.0.0.1/kickoff', DEMO: 'on' }, true],
    [{ DEMO: 'off' }, false],
  ])('play the demo with %j: %s', (variables, demo) => {
    expect(readSettings(variables).demo).toBe(demo);
  });
});
