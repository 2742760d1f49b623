// Usage: npm run surface [-- --write]
//
// Compares the public surface of each library of remotes with its committed report,
// libs/<name>/surface.json. A changed export needs a version step of its library: major if it is
// removed or changed, minor if it is added. --write renews the reports.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { missingSteps } from './surface/compare-surfaces.mjs';
import { readSurface } from './surface/read-surface.mjs';

/** @typedef {import('./surface/read-surface.mjs').Surface} Surface */

const LIBRARIES = ['contracts', 'ui', 'web'];

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const problems = LIBRARIES.flatMap((library) =>
  checkLibrary(fileURLToPath(new URL(`../libs/${library}`, import.meta.url))),
);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * @param {string} folder
 * @returns {string[]} sentences
 */
function checkLibrary(folder) {
  const report = join(folder, 'surface.json');
  const now = readSurface(folder);
  if (values.write) writeFileSync(report, `${JSON.stringify(now, undefined, 2)}\n`);
  if (!existsSync(report)) return [`${report} is missing. Run: npm run surface -- --write`];
  /** @type {Surface} */
  const before = JSON.parse(readFileSync(report, 'utf8'));
  return [...missingSteps(before, now), ...missingHeading(folder, now)];
}

/**
 * @param {string} folder
 * @param {Surface} surface
 */
function missingHeading(folder, { name, version }) {
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const hasHeading = changelog.split('\n').some((line) => line.startsWith(`## ${version}`));
  return hasHeading ? [] : [`${name}: CHANGELOG.md has no heading for ${version}.`];
}
