import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string[]} options of `nx show`
 * @returns {Promise<any>}
 */
async function show(...options) {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [nx, 'show', ...options, '--json'],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false' },
    },
  );
  return JSON.parse(stdout);
}

/** @param {string} file */
const affectedBy = (file) => show('projects', '--affected', `--files=${file}`);

describe('nx', () => {
  it('has the targets build, test, lint and types for every project', async () => {
    /** @type {string[]} */
    const all = await show('projects');
    /** @type {string[][]} */
    const lists = [];
    for (const target of ['build', 'test', 'lint', 'types']) {
      lists.push(await show('projects', '--with-target', target));
    }

    expect(all).toEqual(expect.arrayContaining(['backend', 'e2e', 'mf-leagues', 'shell', 'tools']));
    for (const list of lists) expect([...list].sort()).toEqual([...all].sort());
  }, 60_000);

  it('finds that a change of one remote affects no other', async () => {
    const affected = await affectedBy('mf-leagues/src/pages/LeaguesPage.tsx');

    expect(affected).toContain('mf-leagues');
    expect(affected).not.toEqual(expect.arrayContaining(['mf-fan']));
    expect(affected).not.toEqual(expect.arrayContaining(['shell']));
  }, 60_000);

  it('finds that a change of a library affects all that build on it', async () => {
    expect(await affectedBy('libs/web/src/api.ts')).toEqual(
      expect.arrayContaining(['mf-admin', 'mf-fan', 'mf-leagues', 'remote-kit', 'shell', 'web']),
    );
  }, 60_000);
});
