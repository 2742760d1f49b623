import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import webpack from 'webpack';

import { browserConfig } from './browser-config.mjs';

const catalogue = `
export const texts = {
  feed: { empty: 'No posts yet', likes: { one: '{count} like', other: '{count} likes' } },
  settings: { title: 'Only in settings' },
} as const;
`;

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-texts-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'texts.ts'), catalogue);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * @param {string} source that imports the catalogue
 * @returns {Promise<string>} the file that a browser loads
 * @throws what the build reports
 */
async function build(source) {
  writeFileSync(join(folder, 'page.ts'), `import { texts } from './texts';\n${source}`);
  const compiler = webpack({
    ...browserConfig({ app: 'page', folder, isProduction: true }),
    entry: './page.ts',
    output: { path: join(folder, 'dist'), filename: 'page.js' },
  });
  await new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const failure = error ?? stats?.compilation.errors[0];
      compiler.close(() => (failure ? reject(failure) : resolve(undefined)));
    });
  });
  return readFileSync(join(folder, 'dist/page.js'), 'utf8');
}

describe('InlineTextsPlugin', () => {
  it('replaces a key with its text', async () => {
    expect(await build('document.title = texts.feed.empty;')).toContain(
      'document.title="No posts yet"',
    );
  });

  it('replaces a group read by a computed key', async () => {
    const code = await build('document.title = texts.feed.likes[location.hash];');

    expect(code).toMatch(/\{one:"\{count\} like",other:"\{count\} likes"\}\)?\[location\.hash\]/);
  });

  it('omits every text that the file does not use', async () => {
    expect(await build('document.title = texts.feed.empty;')).not.toContain('Only in settings');
  });

  it('does not replace a local variable of the same name', async () => {
    const code = await build(
      'document.title = texts.feed.empty; { const texts = { feed: { empty: location.hash } }; alert(texts.feed.empty); }',
    );

    expect(code).toContain('alert(');
    expect(code.match(/No posts yet/g)).toHaveLength(1);
  });

  it('fails the build for a key missing from the catalogue', async () => {
    await expect(build('document.title = texts.feed.gone;')).rejects.toThrow(
      'No catalogue has the text feed.gone',
    );
  });

  it('fails the build when a file uses the whole catalogue', async () => {
    await expect(build('console.log(texts);')).rejects.toThrow('Read a text by its key');
  });
});
