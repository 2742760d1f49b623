import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What browsers and server read first; it alone decides which version is live. The plain one is last. */
const MANIFEST = ['mf-manifest.json.br', 'mf-manifest.json.gz', 'mf-manifest.json'];
const PREVIOUS = 'previous-release';

/**
 * Puts a built version of a remote live in the folder that a running server reads. Its files go
 * beside those that are there, which stay for the pages still on them; then the manifest is
 * switched.
 *
 * @param {string} from the folder of the build
 * @param {string} live the folder that is served
 */
export function release(from, live) {
  requireManifest(from, 'is no build of a micro-frontend');
  for (const file of readdirSync(from, {
    recursive: true,
    encoding: 'utf8',
    withFileTypes: true,
  })) {
    const path = join(file.parentPath, file.name).slice(from.length + 1);
    if (file.isFile() && !MANIFEST.includes(path) && !path.startsWith(PREVIOUS)) {
      put(join(from, path), join(live, path));
    }
  }
  if (existsSync(join(live, 'mf-manifest.json'))) copyManifest(live, join(live, PREVIOUS));
  copyManifest(from, live);
}

/**
 * Puts the version live that was there before; once more goes forward again.
 *
 * @param {string} live the folder that is served
 */
export function rollBack(live) {
  const previous = join(live, PREVIOUS);
  requireManifest(previous, 'is not there: nothing was released before');
  const present = join(live, `${PREVIOUS}.present`);
  copyManifest(live, present);
  copyManifest(previous, live);
  copyManifest(present, previous);
}

/** @param {string} folder @param {string} fault */
function requireManifest(folder, fault) {
  if (!existsSync(join(folder, 'mf-manifest.json')))
    throw new ReleaseRefused(`${folder} ${fault}.`);
}

/** @param {string} from @param {string} to */
function copyManifest(from, to) {
  for (const name of MANIFEST) {
    if (existsSync(join(from, name))) put(join(from, name), join(to, name));
  }
}

/**
 * Copies a file so that whoever reads it meanwhile sees all of it or the one before.
 *
 * @param {string} from
 * @param {string} to
 */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, `${to}.part`);
  renameSync(`${to}.part`, to);
}

/** A release that cannot be; the message says why. */
export class ReleaseRefused extends Error {}
