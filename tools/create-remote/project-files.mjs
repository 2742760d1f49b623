// The files of a new remote that depend on its location: a workspace here, or a standalone project.
import { readFileSync } from 'node:fs';

import { SHARED_PACKAGES } from '@kickoff/contracts';

import { root } from '../start/long-step.mjs';
import { workspaceRemotes } from '../webpack/workspace-remotes.mjs';

/** @typedef {{ name: string, version: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Package */
/** @typedef {Record<string, string | object> & { 'package.json': { name: string, version: string } & Record<string, unknown> }} Files by path; an object becomes JSON */

/**
 * @param {string} path
 * @returns {Package}
 */
const packageAt = (path) => JSON.parse(readFileSync(new URL(`${path}/package.json`, root), 'utf8'));

const libraries = ['contracts', 'ui', 'web'].map((name) => packageAt(`libs/${name}`));
const shell = packageAt('shell');
const kit = packageAt('libs/remote-kit');

/** The packages that the shell provides, by name. */
const provided = { ...shell.dependencies };
for (const { name, version } of libraries) provided[name] = version;

const needs = Object.fromEntries(SHARED_PACKAGES.map((name) => [name, `^${provided[name] ?? ''}`]));

/**
 * The exact version of a package that KickOff uses.
 *
 * @param {string} name
 * @returns {[name: string, version: string]}
 */
function versionOf(name) {
  const ui = packageAt('libs/ui').devDependencies;
  const version =
    kit.dependencies?.[name] ??
    provided[name] ??
    ui?.[name] ??
    packageAt('.').devDependencies?.[name];
  if (version === undefined) throw new Error(`No package.json names ${name}.`);
  return [name, version];
}

/** Packages imported by the page and its test, in addition to those that the shell provides. */
const TEST_PACKAGES = ['@jest/globals', '@testing-library/jest-dom', '@testing-library/react'];
const TYPES = ['@types/react', '@types/react-dom', 'typescript'];

/**
 * A workspace of KickOff.
 *
 * @param {string} name
 * @returns {Files}
 */
export function workspaceFiles(name) {
  const folder = `mf-${name}`;
  const port = Math.max(5001, ...workspaceRemotes().map((remote) => remote.port)) + 1;
  return {
    'package.json': {
      name: `@kickoff/${folder}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: {
        build: 'webpack --mode production',
        start: 'exec webpack serve --mode development',
        test: `node ../tools/jest.mjs unit ${folder}/`,
        release: 'kickoff-remote release',
      },
      config: { port },
      // The other targets are defined once for all projects.
      nx: { includedScripts: ['build', 'start'] },
      peerDependencies: needs,
      devDependencies: Object.fromEntries([
        ...TEST_PACKAGES.slice(0, 1).map(versionOf),
        [kit.name, kit.version],
        ...TEST_PACKAGES.slice(1).map(versionOf),
      ]),
    },
    'project.json': {
      name: folder,
      tags: [`scope:${name}`, 'type:remote'],
      targets: { lint: {}, test: {}, types: {} },
    },
    'tsconfig.json': {
      extends: '../tsconfig.base.json',
      compilerOptions: {
        outDir: '.types',
        ...typescriptOptions,
        types: [...typescriptOptions.types, '../libs/ui/src/lucide'],
      },
      include: ['src'],
      references: ['contracts', 'web', 'ui', 'remote-kit'].map((path) => ({
        path: `../libs/${path}`,
      })),
    },
  };
}

/**
 * A standalone project, with the packed libraries in its folder `libs`.
 *
 * @param {string} name
 * @param {string[]} tarballs
 * @returns {Files}
 */
export function ownProjectFiles(name, tarballs) {
  const packed = [...libraries, kit].map((library) => {
    const file = `${library.name.slice(1).replace('/', '-')}-${library.version}.tgz`;
    if (!tarballs.includes(file)) throw new Error(`${file} was not packed.`);
    return [library.name, `file:libs/${file}`];
  });
  const devDependencies = [
    ...packed,
    ...['react', 'react-dom', ...TEST_PACKAGES, ...TYPES].map(versionOf),
  ].sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return {
    'package.json': {
      name: `mf-${name}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: {
        start: 'exec kickoff-remote start',
        test: 'kickoff-remote test',
        types: 'tsc --noEmit',
        build: 'kickoff-remote build',
        release: 'kickoff-remote release',
      },
      peerDependencies: needs,
      devDependencies: Object.fromEntries(devDependencies),
    },
    'tsconfig.json': {
      compilerOptions: {
        target: 'es2023',
        ...typescriptOptions,
        strict: true,
        noUncheckedIndexedAccess: true,
        isolatedModules: true,
        skipLibCheck: true,
      },
      include: ['src'],
    },
    '.gitignore': 'node_modules/\ndist/\n',
  };
}

const typescriptOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: ['@testing-library/jest-dom/jest-globals', '@kickoff/remote-kit/assets'],
};
