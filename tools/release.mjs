// Usage: npm run release -- <name|shell> [--from FOLDER | --rollback]
//
// Releases a version of one micro-frontend, or of the shell, to KICKOFF_DATA, on a running or a
// stopped server: built from its folder here, or a finished build. Open tabs stay on the previous
// version until their next load. --rollback makes the previous version live; a second one reverts
// that.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { requireNode } from './start/require-node.mjs';

requireNode();
// After the check: an older Node may not even parse these modules.
const { installWhatChanged } = await import('./start/install.mjs');
const { build, isUnchanged } = await import('./start/build.mjs');
const { giveUp, root, runLongStep, say } = await import('./start/long-step.mjs');

await installWhatChanged();
// Builds only the release command's projects: other micro-frontends may be broken here.
if (!isUnchanged()) await build(['backend']);
const app = appToBuild();
if (app === undefined) await release();
else await buildAndRelease(app);

/** Returns the folder to build; none if a finished build is named, or the arguments are invalid. */
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
