import { mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { giveUp } from '../start/long-step.mjs';

/**
 * Makes the folder of all data and logs of a cluster.
 *
 * @param {string} [named] a folder that is empty or missing; a temporary one if omitted
 * @returns {Promise<string>} its real path: mongod states it in this form
 */
export async function prepareFolder(named) {
  if (named === undefined) return realpath(await mkdtemp(join(tmpdir(), 'kickoff-cluster-')));
  await mkdir(named, { recursive: true, mode: 0o700 });
  if ((await readdir(named)).length > 0) giveUp(`${named} is not empty: name an empty folder.`);
  return realpath(named);
}
