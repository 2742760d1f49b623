import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packLibraries } from '../pack-libs/pack-libraries.mjs';
import { root } from '../start/long-step.mjs';
import { findNameFault } from './name-fault.mjs';
import { NotCreated } from './not-created.mjs';
import { ownProjectFiles, workspaceFiles } from './project-files.mjs';
import { registerWorkspace } from './register-workspace.mjs';
import { writeTemplate } from './template.mjs';

export { NotCreated };

const kickoff = fileURLToPath(root);

/**
 * Creates a remote.
 *
 * @param {string} name
 * @param {string} [dir] the folder of a project of its own; else it is a workspace here
 * @returns {Promise<{ folder: string, commands: string[] }>} its folder, and what comes next
 * @throws {NotCreated} if the name or the folder cannot be had; nothing is written then
 */
export async function createRemote(name, dir) {
  const fault = findNameFault(name);
  if (fault !== undefined) throw new NotCreated(fault);
  return dir === undefined ? createWorkspace(name) : createProject(name, dir);
}

/** @param {string} name */
async function createWorkspace(name) {
  const folder = join(kickoff, `mf-${name}`);
  requireEmpty(folder);
  const files = workspaceFiles(name);
  await writeTemplate(folder, name, files);
  await registerWorkspace(`mf-${name}`, files['package.json']);
  return {
    folder,
    commands: [
      'npm install',
      `npm start -w mf-${name}`,
      `npm test -w mf-${name}`,
      `npm run release -- ${name}`,
    ],
  };
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function createProject(name, folder) {
  requireEmpty(folder);
  const { ok, output, files } = await packLibraries(join(folder, 'libs'));
  if (!ok) {
    process.stderr.write(output);
    throw new NotCreated('the libraries were not packed; what is above says why.');
  }
  await writeTemplate(
    folder,
    name,
    ownProjectFiles(
      name,
      files.map((file) => basename(file)),
    ),
  );
  return {
    folder,
    commands: [
      `cd ${folder}`,
      'npm install',
      'npm test',
      'npm start',
      `npm run release -- ${kickoff.replace(/[/\\]$/, '')}`,
    ],
  };
}

/** @param {string} folder */
function requireEmpty(folder) {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new NotCreated(`${folder} is a file.`);
  if (readdirSync(folder).length > 0) throw new NotCreated(`${folder} is not empty.`);
}
