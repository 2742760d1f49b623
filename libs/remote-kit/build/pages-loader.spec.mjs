import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import pagesLoader from './pages-loader.mjs';
import { manifestOf, readDeclaration } from './read-remote.mjs';

const declaration = {
  name: 'dream-team',
  pages: { Draft: { paths: ['/draft/:round'], audience: 'fan', title: 'Draft' } },
};
const packageJson = {
  version: '1.2.0',
  peerDependencies: { '@kickoff/web': '^3.0.0', react: '^19.3.1', clsx: '^2.0.0' },
};

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-remote-'));
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  writeFileSync(join(folder, 'src/pages/DraftPage.tsx'), '');
  write('remote.json', declaration);
  write('package.json', packageJson);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** @param {string} name @param {unknown} content */
const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content));

/**
 * Returns the module generated from a declaration.
 *
 * @param {unknown} content
 * @param {{ mode?: string, resourceQuery?: string }} [options]
 */
function load(content, { mode = 'production', resourceQuery = '' } = {}) {
  const context = { resourcePath: join(folder, 'remote.json'), resourceQuery, mode };
  const loader = /** @type {(this: object, text: string) => string} */ (pagesLoader);
  return loader.call(context, JSON.stringify(content));
}

describe('pagesLoader for remote.json', () => {
  it('imports each page in a separate chunk', () => {
    expect(load(declaration)).toBe(
      'export const pages = {\n' +
        `  Draft: () => import(/* webpackChunkName: "page-Draft" */ './src/pages/DraftPage'),\n` +
        '};\n',
    );
  });

  it('exports the declaration in development', () => {
    expect(load(declaration, { mode: 'development' })).toContain(
      `export const declaration = ${JSON.stringify(declaration)};`,
    );
  });

  it('renders the remote alone in its stand-alone entry', () => {
    expect(load(declaration, { resourceQuery: '?stand-alone' })).toContain(
      "import('@kickoff/remote-kit/stand-alone')",
    );
  });

  it('rejects a page whose component is missing', () => {
    const { Draft } = declaration.pages;

    expect(() => load({ ...declaration, pages: { Draft, Rules: Draft } })).toThrow(
      'remote.json declares the page Rules, but src/pages/RulesPage.tsx is missing.',
    );
  });

  it.each([
    [{ ...declaration, name: 'Team' }, 'remote.json · name: must be 2 to 31'],
    [{ ...declaration, colour: 'red' }, 'remote.json: Unrecognized key: "colour"'],
    [
      { ...declaration, pages: { Draft: { ...declaration.pages.Draft, audience: 'anyone' } } },
      "remote.json · pages · Draft · audience: must be 'fan' or 'admin'",
    ],
    [
      { ...declaration, navigation: [{ page: 'Rules', label: 'R', icon: 'star', place: 'main' }] },
      'remote.json · navigation · 0 · page: is no page of this remote',
    ],
  ])('names the invalid field of %j', (content, problem) => {
    expect(() => load(content)).toThrow(problem);
  });
});

describe('manifestOf for the field kickoff', () => {
  it('returns the version and the ranges of packages that the shell provides', () => {
    expect(manifestOf(folder, readDeclaration(folder))).toEqual({
      manifest: 1,
      name: 'dream-team',
      version: '1.2.0',
      needs: { '@kickoff/web': '^3.0.0', react: '^19.3.1' },
      pages: declaration.pages,
      navigation: [],
    });
  });

  it('rejects a version that is not semantic', () => {
    write('package.json', { ...packageJson, version: 'next' });

    expect(() => manifestOf(folder, readDeclaration(folder))).toThrow(
      'package.json · version: must be a semantic version such as 1.2.3',
    );
  });

  it('rejects a remote.json that is not JSON', () => {
    writeFileSync(join(folder, 'remote.json'), '{');

    expect(() => readDeclaration(folder)).toThrow('remote.json is not JSON: ');
  });
});
