import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string[]} options
 * @returns {Promise<string>} its output
 */
async function nx(...options) {
  const program = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  return stdout;
}

/**
 * @param {string} file
 * @returns {Promise<string[]>}
 */
const affectedBy = async (file) =>
  JSON.parse(await nx('show', 'projects', '--affected', `--files=${file}`, '--json'));

/**
 * The targets of each project, by its name.
 *
 * @returns {Promise<Record<string, string[]>>}
 */
async function targetsOfProjects() {
  /** @type {{ graph: { nodes: Record<string, { data: { targets: object } }> } }} */
  const { graph } = JSON.parse(await nx('graph', '--print'));
  return Object.fromEntries(
    Object.entries(graph.nodes).map(([name, { data }]) => [name, Object.keys(data.targets)]),
  );
}

describe('nx', () => {
  it('has the targets build, test, lint and types for every project', async () => {
    const targets = await targetsOfProjects();

    expect(Object.keys(targets)).toEqual(
      expect.arrayContaining(['backend', 'e2e', 'mf-leagues', 'shell', 'tools']),
    );
    for (const [name, own] of Object.entries(targets)) {
      expect({ name, own }).toEqual({
        name,
        own: expect.arrayContaining(['build', 'test', 'lint', 'types']),
      });
    }
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
