import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { isPushKeyPair, makePushKeys } from './push-keys.js';
import { readSecrets } from './secrets.js';
import { StartError } from './start-error.js';

const LONG = 'a secret that is longer than thirty-two bytes';
const OTHER = 'another secret that is longer than thirty-two bytes';

describe('readSecrets', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kickoff-secrets-'));
    file = join(folder, 'secrets.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes three different secrets of 32 random bytes at the first start', async () => {
    const secrets = await readSecrets(folder, {});

    const all = [secrets.fanSecret, secrets.adminSecret, secrets.cursorSecret];
    expect(all.map((text) => Buffer.from(text, 'base64url').length)).toEqual([32, 32, 32]);
    expect(new Set(all).size).toBe(3);
  });

  it('makes a key pair for push messages at the first start, which is in the file', async () => {
    const { pushKeys } = await readSecrets(folder, {});

    expect(Buffer.from(pushKeys.publicKey, 'base64url').length).toBe(65);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ PUSH_KEYS: pushKeys });
  });

  it('adds push keys to a file of an earlier version, whose secrets stay', async () => {
    const earlier = { JWT_FAN_SECRET: LONG, JWT_ADMIN_SECRET: OTHER };
    await writeFile(file, JSON.stringify(earlier), { mode: 0o600 });

    const first = await readSecrets(folder, {});

    expect(await readSecrets(folder, {})).toEqual(first);
    expect(first).toMatchObject({ fanSecret: LONG, adminSecret: OTHER });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('keeps them in a file that only this user reads', async () => {
    await readSecrets(folder, {});

    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('gives the same secrets at the second start', async () => {
    const first = await readSecrets(folder, {});

    expect(await readSecrets(folder, {})).toEqual(first);
  });

  it('is not held up by a first start that was killed while it wrote', async () => {
    await writeFile(`${file}.new`, '{"JWT_FAN');

    const secrets = await readSecrets(folder, {});

    expect(await readSecrets(folder, {})).toEqual(secrets);
  });

  it.each([
    ['not JSON', '{"JWT_FAN_SECRET":'],
    ['empty', ''],
    ['without a secret', JSON.stringify({ JWT_FAN_SECRET: LONG })],
    ['not text', JSON.stringify({ JWT_FAN_SECRET: LONG, JWT_ADMIN_SECRET: 7 })],
    ['too short', JSON.stringify({ JWT_FAN_SECRET: LONG, JWT_ADMIN_SECRET: 'x'.repeat(31) })],
    ['equal', JSON.stringify({ JWT_FAN_SECRET: LONG, JWT_ADMIN_SECRET: LONG })],
    [
      'with push keys that do not belong together',
      JSON.stringify({
        JWT_FAN_SECRET: LONG,
        JWT_ADMIN_SECRET: OTHER,
        PUSH_KEYS: { ...makePushKeys(), privateKey: makePushKeys().privateKey },
      }),
    ],
  ])('refuses a file that is %s, with its cure, and leaves it as it is', async (_, text) => {
    await writeFile(file, text);

    const reading = readSecrets(folder, {});

    await expect(reading).rejects.toThrow(StartError);
    await expect(reading).rejects.toThrow(
      `The secrets file ${file} is damaged: it must hold two different secrets of 32 bytes or more. ` +
        'Put back a copy from a backup, or delete the file: a new one is made and everybody has to log in again.',
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('never shows a secret in what it says', async () => {
    await writeFile(file, JSON.stringify({ JWT_FAN_SECRET: LONG, JWT_ADMIN_SECRET: LONG }));

    const reading = readSecrets(folder, {});

    await expect(reading).rejects.not.toThrow(LONG);
  });

  it('takes the secrets of the environment and then needs no file', async () => {
    const secrets = await readSecrets(folder, { fanSecret: LONG, adminSecret: OTHER });

    expect(secrets).toMatchObject({ fanSecret: LONG, adminSecret: OTHER });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('gives instances with the same fan secret the same cursor secret', async () => {
    const one = await readSecrets(folder, { fanSecret: LONG, adminSecret: OTHER });
    const two = await readSecrets(join(folder, 'elsewhere'), {
      fanSecret: LONG,
      adminSecret: OTHER,
    });

    expect(two.cursorSecret).toBe(one.cursorSecret);
  });

  it('gives instances with the same fan secret of the environment the same push keys', async () => {
    const [one, two, three] = await Promise.all([
      readSecrets(folder, { fanSecret: LONG, adminSecret: OTHER }),
      readSecrets(join(folder, 'elsewhere'), { fanSecret: LONG, adminSecret: OTHER }),
      readSecrets(folder, { fanSecret: OTHER, adminSecret: LONG }),
    ]);

    expect(two.pushKeys).toEqual(one.pushKeys);
    expect(three.pushKeys).not.toEqual(one.pushKeys);
    expect(isPushKeyPair(one.pushKeys)).toBe(true);
  });
});
