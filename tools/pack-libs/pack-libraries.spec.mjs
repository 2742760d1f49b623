import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { packLibraries } from './pack-libraries.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the root so that Node finds the libraries' dependencies. */
const folder = join(root, 'dist', `packed-${process.pid}`);
const installed = join(folder, 'node_modules/@kickoff');
const names = ['contracts', 'ui', 'web', 'remote-kit'];

beforeAll(async () => {
  const { files, output } = await packLibraries(folder);
  expect({ output, files: files.map((file) => basename(file, '.tgz')) }).toMatchObject({
    files: names.map((name) => `kickoff-${name}-${manifestOf(join(root, 'libs', name)).version}`),
  });
  for (const [index, name] of names.entries()) {
    const target = join(installed, name);
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', files[index] ?? '', '--strip-components=1', '-C', target]);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} of
 * @returns {{ version: string, exports: Record<string, string | Record<string, string>>, dependencies: Record<string, string> }}
 */
const manifestOf = (of) => JSON.parse(readFileSync(join(of, 'package.json'), 'utf8'));

/** @param {string} of */
const filesOf = (of) =>
  readdirSync(of, { recursive: true, encoding: 'utf8' }).map((path) => join(of, path));

describe.each(names)('The packed library %s', (name) => {
  const library = join(installed, name);

  it('contains every file that it exports', () => {
    const targets = Object.values(manifestOf(library).exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );

    expect(targets.filter((target) => !existsSync(join(library, target)))).toEqual([]);
  });

  it('contains no sources, specs or imports of missing files', () => {
    const files = filesOf(library);
    const missing = files
      .filter((file) => /\.(js|mjs|d\.ts)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?['"](\.[^'"]+)['"]/g)]
          .map(([, specifier = '']) => join(dirname(file), specifier))
          // remote.json belongs to the remote being built.
          .filter((path) => basename(path) !== 'remote.json' && !existsSync(path)),
      );

    expect(missing).toEqual([]);
    expect(files.filter((file) => /\.spec\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  });

  it('does not depend on packages private to this repository', () => {
    const { dependencies } = manifestOf(library);
    const text = filesOf(library)
      .filter((file) => /\.m?js$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');

    expect(Object.keys(dependencies)).not.toContain('@kickoff/testing');
    expect(text).not.toContain("'@kickoff/testing");
  });
});

it('Node imports the packed libraries without a build', async () => {
  const imports = ['contracts', 'ui', 'web', 'remote-kit/webpack']
    .map((name) => `await import('@kickoff/${name}');`)
    .join('');

  await run(process.execPath, ['--input-type=module', '--eval', imports], { cwd: folder });
}, 30_000);
