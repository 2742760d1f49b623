// Usage: npm run release -- <fan|admin|leagues> [--from FOLDER | --rollback]
//
// Puts a new version of one micro-frontend live on the server that runs from this folder, without
// building or restarting anything else: the one built from its sources here, or one that was built
// elsewhere. Whoever is on the version before stays on it until the next load. --rollback puts the
// version before live again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { release, ReleaseRefused, rollBack } from './release/release.mjs';
import { giveUp, root, runLongStep, say } from './start/long-step.mjs';

const USAGE = 'Usage: npm run release -- <fan|admin|leagues> [--from FOLDER | --rollback]';

const { name, from, isRollback } = readOptions();
const app = fileURLToPath(new URL(`mf-${name}/`, root));
const live = join(app, 'dist');

try {
  if (isRollback) rollBack(live);
  else if (from !== undefined) release(resolve(from), live);
  else await buildAndRelease();
} catch (error) {
  if (error instanceof ReleaseRefused) giveUp(error.message);
  throw error;
}
say(`mf-${name} is live in its ${isRollback ? 'previous' : 'new'} version.`);

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, rollback: { type: 'boolean', default: false } },
    });
    const [remote = '', ...more] = positionals;
    const isOdd = more.length > 0 || (values.rollback && values.from !== undefined);
    if (isOdd || !['fan', 'admin', 'leagues'].includes(remote)) return giveUp(USAGE);
    return { name: remote, from: values.from, isRollback: values.rollback };
  } catch {
    return giveUp(USAGE);
  }
}

async function buildAndRelease() {
  const folder = mkdtempSync(join(tmpdir(), 'kickoff-release-'));
  try {
    say(`Building mf-${name} …`);
    const webpack = fileURLToPath(new URL('node_modules/webpack-cli/bin/cli.js', root));
    const { ok, output } = await runLongStep({
      command: [process.execPath, webpack, '--mode', 'production', '--output-path', folder],
      cwd: app,
      progress: () => 'building',
    });
    if (!ok) giveUp('The build failed; what is above says where. Nothing was released.', output);
    release(folder, live);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
