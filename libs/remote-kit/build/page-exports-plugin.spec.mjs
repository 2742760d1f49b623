import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import webpack from 'webpack';

import { browserConfig } from './browser-config.mjs';
import { PageExportsPlugin } from './page-exports-plugin.mjs';

const declaration = {
  name: 'fantasy',
  pages: { Draft: { paths: ['/draft'], audience: 'fan', title: 'Draft' } },
};

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-pages-'));
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(declaration));
  writeFileSync(
    join(folder, 'pages.ts'),
    "export const load = () => import('./src/pages/DraftPage');",
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * @param {string} page source of the page
 * @returns {Promise<string[]>} the errors of the build
 */
async function build(page) {
  writeFileSync(join(folder, 'src/pages/DraftPage.tsx'), page);
  const config = browserConfig({ app: 'mf-fantasy', folder, isProduction: true });
  const compiler = webpack({
    ...config,
    entry: './pages.ts',
    plugins: [...config.plugins, new PageExportsPlugin(folder)],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const errors = (stats?.compilation.errors ?? []).map(({ message }) => message);
      compiler.close(() => (error ? reject(error) : resolve(errors)));
    });
  });
}

describe('PageExportsPlugin', () => {
  it('rejects a page without a default export', async () => {
    expect(await build('export function DraftPage() { return null; }')).toEqual([
      'src/pages/DraftPage.tsx has no default export, which is the page Draft.',
    ]);
  });

  it.each([
    'export default function DraftPage() { return null; }',
    "export { DraftPage as default } from '../Draft';",
  ])('accepts %s', async (page) => {
    writeFileSync(join(folder, 'src/Draft.tsx'), 'export const DraftPage = () => null;');

    expect(await build(page)).toEqual([]);
  });

  it('leaves an invalid declaration to the loader', async () => {
    writeFileSync(join(folder, 'remote.json'), '{');

    expect(await build('export default () => null;')).toEqual([]);
  });
});
