import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readDeclaration } from '../build/read-remote.mjs';
import { run as build } from './build.mjs';

const USAGE = 'Usage: npm run release -- KICKOFF, the folder of a KickOff';

/**
 * Builds a remote and makes it live in the KickOff of a folder.
 * @param {string} folder of the remote
 * @param {string[]} options the folder of KickOff
 * @returns {Promise<number>} the exit code
 */
export async function run(folder, [kickoff, ...more]) {
  if (kickoff === undefined || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const root = resolve(kickoff);
  if (!existsSync(join(root, 'tools/release.mjs'))) return refuse(`${root} is no KickOff.`);
  if ((await build(folder)) !== 0) return refuse('the build failed.');
  const { name } = readDeclaration(folder);
  const child = spawn(
    process.execPath,
    [join(root, 'tools/release.mjs'), name, '--from', join(folder, 'dist')],
    { cwd: root, stdio: 'inherit' },
  );
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`Not released: ${reason}\n`);
  return 1;
}
