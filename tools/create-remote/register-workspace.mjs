// Registers a new folder as a workspace of this repository.
import { readFileSync, writeFileSync } from 'node:fs';

import { format } from 'oxfmt';

import { root } from '../start/long-step.mjs';

const lock = new URL('package-lock.json', root);
const references = new URL('tsconfig.json', root);

/**
 * Adds it to the TypeScript references and to the lock file, like `npm install`, so that `npm ci`
 * still works.
 *
 * @param {string} folder such as `mf-fantasy`
 * @param {{ name: string, version: string } & Record<string, unknown>} manifest its `package.json`
 */
export async function registerWorkspace(folder, manifest) {
  /** @type {{ references: { path: string }[] }} */
  const projects = JSON.parse(readFileSync(references, 'utf8'));
  const last = projects.references.findLastIndex(({ path }) => path.startsWith('mf-'));
  projects.references.splice(last + 1, 0, { path: folder });
  const { code } = await format('tsconfig.json', JSON.stringify(projects), { printWidth: 100 });
  writeFileSync(references, code);

  /** @type {{ packages: Record<string, object> }} */
  const locked = JSON.parse(readFileSync(lock, 'utf8'));
  const { name, version, devDependencies, peerDependencies } = manifest;
  const added = {
    [folder]: { name, version, devDependencies, peerDependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  };
  const packages = Object.entries({ ...locked.packages, ...added });
  // npm's own order, so that its next change is small.
  packages.sort(([one], [other]) => one.localeCompare(other, 'en'));
  const sorted = { ...locked, packages: Object.fromEntries(packages) };
  writeFileSync(lock, `${JSON.stringify(sorted, undefined, 2)}\n`);
}
