import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../start/long-step.mjs';
import { COPIED_MODULES } from './copied-modules.mjs';

/** @typedef {string | Record<string, string>} Target */
/** @typedef {Record<string, unknown> & { exports: Record<string, Target>, dependencies?: Record<string, string> }} Manifest */

/** @param {URL | string} path */
const read = (path) => /** @type {unknown} */ (JSON.parse(readFileSync(path, 'utf8')));

/**
 * Returns the `package.json` of a packed library: it refers to compiled files, and to nothing in
 * this repository.
 *
 * @param {string} folder of the library
 * @returns {Manifest}
 */
export function packedManifest(folder) {
  const { license, engines } = /** @type {Manifest} */ (read(new URL('package.json', root)));
  const source = /** @type {Manifest} */ (read(join(folder, 'package.json')));
  const { private: _private, scripts: _scripts, devDependencies: _dev, ...manifest } = source;
  const copied = COPIED_MODULES.map(({ library }) => library);
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(
    ([name]) => !copied.includes(name),
  );
  const exports = Object.entries(manifest.exports).map(([entry, target]) => [
    entry,
    packedTarget(target),
  ]);
  return {
    ...manifest,
    license,
    engines,
    dependencies: Object.fromEntries(dependencies),
    exports: Object.fromEntries(exports),
  };
}

/**
 * Maps an entry point of a library to its compiled file.
 *
 * @param {Target} target
 * @returns {Target}
 */
function packedTarget(target) {
  const source =
    typeof target === 'string' ? target : (target['@kickoff/source'] ?? target['types']);
  if (source === undefined) return target;
  const path = source.replace('./src/', './dist/');
  if (path.endsWith('.d.ts')) return { types: path };
  if (!/\.tsx?$/.test(path)) return path;
  return { types: path.replace(/\.tsx?$/, '.d.ts'), default: path.replace(/\.tsx?$/, '.js') };
}
