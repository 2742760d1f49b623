import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A minimal project of the same structure whose npm and nx log their calls. */
const files = {
  'package.json': JSON.stringify({
    ...{ name: 'kickoff', type: 'module', workspaces: ['backend'] },
    ...{ engines, scripts: { start: scripts.start } },
  }),
  'package-lock.json': lock('1.0.0'),
  'nx.json': '{}',
  'tsconfig.base.json': '{}',
  '.swcrc': '{}',
  'backend/package.json': '{ "scripts": { "build": "true" } }',
  'backend/project.json': '{ "name": "backend" }',
  'backend/src/main.ts': 'one',
  'programs/npm': `#!/bin/sh
    echo install >> notes
    if [ -e offline ]; then echo no network; exit 1; fi
    rm -rf node_modules
    mkdir -p node_modules/ball node_modules/nx
    sed 's/,"node_modules.other-system":{[^}]*}//' package-lock.json > node_modules/.package-lock.json
    echo '{}' > node_modules/ball/package.json
    echo '{ "bin": { "nx": "nx.cjs" } }' > node_modules/nx/package.json
    cp programs/nx.cjs node_modules/nx/nx.cjs`,
  'programs/nx.cjs': `
    const fs = require('node:fs');
    const { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } = fs;
    appendFileSync('notes', 'build\\n');
    if (readFileSync('backend/src/main.ts', 'utf8') === 'broken') {
      console.log('main.ts is broken');
      process.exit(1);
    }
    mkdirSync('backend/dist', { recursive: true });
    if (existsSync('edit')) renameSync('edit', 'backend/src/main.ts');
    copyFileSync('programs/server.js', 'backend/dist/main.js');
    console.log('✔  nx run backend:build');`,
  'programs/server.js': `
    process.on('SIGTERM', () => {
      console.log('The server stops.');
      setTimeout(() => process.exit(3), 100);
    });
    setTimeout(() => process.exit(4), 30_000);
    console.log('The server is ready.');`,
};

/** @param {string} version */
function lock(version) {
  const other = { version: '1.0.0', optional: true };
  return JSON.stringify({
    packages: { '': {}, 'node_modules/ball': { version }, 'node_modules/other-system': other },
  });
}

/** @type {string} */
let folder;

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns the installs and builds since the last call. */
function notes() {
  const text = readFileSync(join(folder, 'notes'), 'utf8');
  write('notes', '');
  return text.trim().split('\n').filter(Boolean);
}

const env = () => ({
  ...process.env,
  NODE_OPTIONS: '',
  PATH: `${join(folder, 'programs')}${delimiter}${process.env['PATH']}`,
});

/** @param {string[]} [before] options of Node */
function prepare(before = []) {
  const options = [...before, join(folder, 'tools/start.mjs'), '--prepare'];
  return spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8', env: env() });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-tools-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
  chmodSync(join(folder, 'programs/npm'), 0o755);
  cpSync(join(root, 'tools/start.mjs'), join(folder, 'tools/start.mjs'));
  cpSync(join(root, 'tools/start'), join(folder, 'tools/start'), { recursive: true });
  write('notes', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('tools/start.mjs --prepare', () => {
  it('installs and builds on the first run and reports both', () => {
    const { status, stdout } = prepare();

    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Installing 1 packages \(npm ci\), once …\nPackages installed in \d+ s\.\nBuilding 1 projects …\nBuilt in \d+ s\.\n$/,
    );
    expect(notes()).toEqual(['install', 'build']);
  });

  it('neither installs nor builds on a second run', () => {
    prepare();
    notes();

    const { stdout } = prepare();

    expect(stdout).toBe('');
    expect(notes()).toEqual([]);
  });

  it.each([
    ['a source changes', () => write('backend/src/main.ts', 'two'), ['build']],
    ['a source is added', () => write('backend/src/app.ts', ''), ['build']],
    ['only a spec changes', () => write('backend/test/a.e2e-spec.ts', ''), []],
    ['a result is changed by hand', () => write('backend/dist/main.js', 'other'), ['build']],
    [
      'the results are missing',
      () => rmSync(join(folder, 'backend/dist'), { recursive: true }),
      ['build'],
    ],
    [
      'the lock file changes',
      () => write('package-lock.json', lock('1.0.1')),
      ['install', 'build'],
    ],
    [
      'a package is missing',
      () => rmSync(join(folder, 'node_modules/ball/package.json')),
      ['install', 'build'],
    ],
    [
      'an install was interrupted',
      () => rmSync(join(folder, 'node_modules/.package-lock.json')),
      ['install', 'build'],
    ],
  ])('runs only the needed steps when %s', (_what, change, expected) => {
    prepare();
    notes();

    change();
    prepare();

    expect(notes()).toEqual(expected);
  });

  it('builds again when a source has changed during the build', () => {
    write('edit', 'two');
    prepare();
    notes();

    prepare();

    expect(notes()).toEqual(['build']);
  });

  it('reports a failed install and retries on the next run', () => {
    write('offline', '');
    const { status, stderr } = prepare();
    rmSync(join(folder, 'offline'));

    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^no network\n\nThe packages could not be installed; npm says above why\./,
    );
    expect(prepare().status).toBe(0);
  });

  it('reports a failed build and retries on the next run', () => {
    write('backend/src/main.ts', 'broken');
    const { status, stderr } = prepare();
    write('backend/src/main.ts', 'mended');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^main.ts is broken\n\nThe build failed; what is above says where\./);
    expect(prepare().status).toBe(0);
  });

  it('reports a Node version that is too old', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })`;

    const { status, stderr } = prepare(['--import', `data:text/javascript,${pretend}`]);

    expect(status).toBe(1);
    expect(stderr).toBe(
      'KickOff needs Node 20.19 or newer, and this is Node 20.18.3. ' +
        'Install a current one from https://nodejs.org and run the command again.\n',
    );
    expect(notes()).toEqual([]);
  });
});

it("npm start stops the server on a signal to npm and exits with the server's code", async () => {
  prepare();
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, env: process.env });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output.endsWith('The server is ready.\n')) npm.kill('SIGTERM');
  });

  const [code] = await once(npm, 'close');

  expect(output).toBe('The server is ready.\nThe server stops.\n');
  expect(code).toBe(3);
});
