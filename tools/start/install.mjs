import { existsSync, readFileSync } from 'node:fs';

import { giveUp, root, runLongStep, say } from './long-step.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Package */

/**
 * The packages of a lock file, by their folders.
 *
 * @param {string} path
 * @returns {Map<string, Package>}
 */
function packagesOf(path) {
  const { packages } = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
  return new Map(Object.entries(packages).filter(([folder]) => folder.includes('node_modules/')));
}

/** @param {string} folder */
const isThere = (folder) => existsSync(new URL(`${folder}/package.json`, root));

/** Returns whether `node_modules` contains exactly the packages of package-lock.json. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  /** @type {Map<string, Package>} */
  let installed;
  try {
    // npm's own record of installed packages, written last.
    installed = packagesOf('node_modules/.package-lock.json');
  } catch {
    return false;
  }
  const isRight = [...wanted].every(([folder, { version, integrity, optional }]) => {
    const found = installed.get(folder);
    // Missing optional packages are mostly for other platforms.
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity && isThere(folder);
  });
  return isRight && [...installed.keys()].every((folder) => wanted.has(folder));
}

/** Installs the packages if they do not match package-lock.json. */
export async function installWhatChanged() {
  if (isInstalled()) return;
  const folders = [...packagesOf('package-lock.json')]
    .filter(([, { optional }]) => optional !== true)
    .map(([folder]) => folder);
  say(`Installing ${folders.length} packages (npm ci), once …`);
  const { ok, output, seconds } = await runLongStep({
    // With any NODE_ENV: the build needs its tools.
    command: ['npm', 'ci', '--include=dev', '--no-progress'],
    progress: () => `${folders.filter(isThere).length} of ${folders.length} packages are there`,
  });
  if (!ok) {
    giveUp(
      'The packages could not be installed; npm says above why. Most often the network or ' +
        'a proxy is in the way: check that npm reaches its registry, and start again.',
      output,
    );
  }
  say(`Packages installed in ${seconds} s.`);
}
