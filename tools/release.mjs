// Usage: npm run release -- <name|shell> [--from FOLDER | --rollback]
//
// Makes a version of one micro-frontend, or of the shell, live in KICKOFF_DATA, on a running or a
// stopped server: the one that is built from its folder here, or a finished build. Open tabs stay on
// the version before until their next load. --rollback makes the version before live, once more the
// present one.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { requireNode } from './start/require-node.mjs';

requireNode();
// Only now: what follows may not even be readable to an older Node.
const { installWhatChanged } = await import('./start/install.mjs');
const { build, isUnchanged } = await import('./start/build.mjs');
const { giveUp, root, runLongStep, say } = await import('./start/long-step.mjs');

await installWhatChanged();
// Other micro-frontends may be broken here: only what releases is built.
if (!isUnchanged()) await build(['backend']);
const app = appToBuild();
if (app === undefined) await release();
else await buildAndRelease(app);

/** The folder that has to be built; none if a finished build is named, or the words are not understood. */
function appToBuild() {
  try {
    const options = /** @type {const} */ ({
      from: { type: 'string' },
      rollback: { type: 'boolean' },
    });
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [name = '', ...others] = positionals;
    const isWhole = /^[a-z][a-z0-9-]{1,30}$/.test(name) && others.length === 0;
    if (!isWhole || values.from !== undefined || values.rollback === true) return undefined;
    return name === 'shell' ? name : `mf-${name}`;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
async function buildAndRelease(folder) {
  const cwd = new URL(`${folder}/`, root);
  if (!existsSync(cwd)) giveUp(`Not released: there is no folder ${folder} here.`);
  const output = mkdtempSync(join(tmpdir(), 'kickoff-release-'));
  process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  say(`Building ${folder} …`);
  const webpack = fileURLToPath(new URL('node_modules/webpack-cli/bin/cli.js', root));
  const result = await runLongStep({
    command: [process.execPath, webpack, '--mode', 'production', '--output-path', output],
    cwd,
    progress: () => 'building',
  });
  if (!result.ok) giveUp(`Not released: the build of ${folder} failed.`, result.output);
  process.argv.push('--from', output);
  await release();
}

async function release() {
  const command = new URL('../backend/dist/release-command.js', import.meta.url);
  await import(command.href);
}
