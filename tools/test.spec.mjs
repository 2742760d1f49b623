import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const tools = fileURLToPath(new URL('.', import.meta.url));

/** A step that writes a file while it runs, and takes a moment to end on a signal. */
const STEP = `#!${process.execPath}
  import { rmSync, writeFileSync } from 'node:fs';
  const file = 'running/' + process.pid;
  process.on('SIGINT', () => setTimeout(() => process.exit(1), 200));
  process.on('exit', () => rmSync(file));
  setTimeout(() => undefined, 30_000);
  writeFileSync(file, '');`;

describe('npm test', () => {
  /** @type {string} */
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kickoff-test-command-'));
    for (const name of ['tools', 'programs', 'running', 'tmp']) mkdirSync(join(folder, name));
    for (const name of ['test.mjs', 'test-results.mjs'])
      cpSync(join(tools, name), join(folder, 'tools', name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tools/start.mjs'), '');
    for (const name of ['npm', 'npx']) {
      writeFileSync(join(folder, 'programs', name), STEP);
      chmodSync(join(folder, 'programs', name), 0o755);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(
    /** @type {const} */ ([
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ]),
  )('ends its steps before itself on %s, and leaves no reports', async (signal, code) => {
    const running = () => readdirSync(join(folder, 'running'));
    const child = spawn(process.execPath, ['tools/test.mjs'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        TMPDIR: join(folder, 'tmp'),
        PATH: join(folder, 'programs') + delimiter + process.env['PATH'],
      },
    });
    // The journeys and two static checks.
    while (running().length < 3) await new Promise((done) => setTimeout(done, 20));

    child.kill(signal);

    expect((await once(child, 'exit'))[0]).toBe(code);
    expect(running()).toEqual([]);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });
});
