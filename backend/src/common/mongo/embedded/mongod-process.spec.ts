import { pbkdf2 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { spawnMongod } from './mongod-process.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kickoff-process-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('spawnMongod reports a mongod that exits at once while password hashing blocks the thread pool', async () => {
  const stop = keepThreadsBusy();
  const binary = { path: 'false', version: '6.0.5' };

  const mongod = await spawnMongod({ binary, folder, port: 1, logFile: join(folder, 'log') });
  stop();

  expect((await mongod.ended).sentence).toContain('mongod ended with code 1');
});

/** libuv opens and closes files on the same four threads that hash passwords. */
function keepThreadsBusy(): () => void {
  let busy = true;
  const hash = () => {
    if (busy) pbkdf2('password', 'salt', 40_000, 32, 'sha512', hash);
  };
  for (let thread = 0; thread < 6; thread += 1) hash();
  return () => (busy = false);
}
