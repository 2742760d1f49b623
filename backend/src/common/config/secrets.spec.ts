import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

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
});
