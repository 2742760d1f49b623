import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(join(root, path)));
// Fixtures of journeys have templates instead of components.
const sheets = files.filter((path) => /^(?!e2e[/]).*[.]module[.]css$/.test(path));
const components = files.filter((path) => path.endsWith('.tsx'));

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * @param {string} text
 * @param {RegExp} pattern its first group is the name
 */
const findNames = (text, pattern) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

/** @param {string} sheet */
function classesOf(sheet) {
  const own = read(sheet).replaceAll(/@layer [\w.]+|\/\*.*?\*\/|:global\([^)]*\)/gs, '');
  return findNames(own, /[.](-?[a-z_][\w-]*)/gi);
}

/** @param {string} sheet */
function classesUsed(sheet) {
  const text = components
    .filter((path) =>
      findNames(read(path), /^import styles from '(.+)';$/gm).some(
        (address) => join(dirname(path), address ?? '') === sheet,
      ),
    )
    .map(read)
    .join('');
  return findNames(text, /\bstyles(?:[.]|\[')([\w-]+)/g);
}

describe.each(files.filter((path) => path.endsWith('.css')))('%s', (sheet) => {
  it('names no side of the screen, so that right-to-left is a change of dir', () => {
    const sides =
      /^.*(?:(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right):|text-align: (?:left|right)).*$/gm;
    expect(read(sheet).match(sides)).toBeNull();
  });
});

describe.each(sheets)('%s', (sheet) => {
  it('has the classes that its components use, and no other', () => {
    expect(classesOf(sheet)).toEqual(classesUsed(sheet));
  });

  it('overrides the shared styles in whatever order the sheets load', () => {
    expect(read(sheet)).toMatch(/^@layer ko[.]pages {\n/);
  });
});
