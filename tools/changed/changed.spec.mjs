import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from '@jest/globals';

const tools = fileURLToPath(new URL('..', import.meta.url));
const command = join(tools, 'changed.mjs');

/** A check that writes a file while it runs, and takes a moment to end on a signal. */
const CHECK = `#!${process.execPath}
  import { rmSync, writeFileSync } from 'node:fs';
  process.on('SIGINT', () => setTimeout(() => process.exit(1), 200));
  process.on('exit', () => rmSync('running'));
  setTimeout(() => undefined, 30_000);
  writeFileSync('running', '');`;

it('npm run test:changed reports a branch that a clone does not have', () => {
  const { status, stderr } = spawnSync(process.execPath, [command, 'no-such-branch'], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([
    2,
    'There is no commit or branch no-such-branch here. Name another: npm run test:changed -- origin/main\n',
  ]);
});

it('npm run test:changed ends its running check before itself on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kickoff-changed-'));
  for (const name of ['programs', 'backend/test']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  for (const name of ['changed.mjs', 'changed/select-api-tests.mjs']) {
    cpSync(join(tools, name), join(folder, 'tools', name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'programs/npx'), CHECK);
  chmodSync(join(folder, 'programs/npx'), 0o755);
  const git = (/** @type {string[]} */ ...options) =>
    spawnSync('git', ['-c', 'user.name=K', '-c', 'user.email=k@example.org', ...options], {
      cwd: folder,
    });
  git('init', '--initial-branch=main');
  git('commit', '--allow-empty', '--message=Start');
  const child = spawn(process.execPath, ['tools/changed.mjs'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PATH: join(folder, 'programs') + delimiter + process.env['PATH'],
    },
  });
  const isRunning = () => existsSync(join(folder, 'running'));
  while (!isRunning()) await new Promise((done) => setTimeout(done, 20));

  child.kill('SIGTERM');

  expect((await once(child, 'exit'))[0]).toBe(143);
  expect(isRunning()).toBe(false);
  rmSync(folder, { recursive: true });
});
