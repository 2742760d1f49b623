import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { readSettings, SETTING_NAMES } from './env.js';
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
      '  - SMTP_URL must be a valid address',
      '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
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
      '  - S3_ENDPOINT must be a valid address',
      '  - S3_BUCKET must be the name of a bucket',
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
