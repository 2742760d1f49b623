// The files of a packed library: JavaScript and types instead of its sources, all others unchanged.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { transformFile } from '@swc/core';

import { COPIED_MODULES } from './copied-modules.mjs';
import { resolveSpecifiers } from './resolve-specifiers.mjs';

/** Folders that Node runs as they are. */
const AS_IT_IS = ['bin', 'build', 'commands', 'jest'];

const isSpec = (/** @type {string} */ path) => /\.spec\.\w+$|(^|[/\\])test[/\\]/.test(path);

/**
 * @param {string} folder of the library; its types are in `.types`, as `tsc -b` emits them
 * @param {string} target a folder that does not exist yet
 */
export async function compileLibrary(folder, target) {
  const source = join(folder, 'src');
  for (const path of filesBelow(source)) {
    const module = /^(?!.*\.d\.ts$)(.*)\.tsx?$/.exec(path)?.[1];
    if (module === undefined) put(join(target, 'dist', path), readFileSync(join(source, path)));
    else await compileModule(folder, path, join(target, 'dist'), module);
  }
  for (const name of [...AS_IT_IS, 'CHANGELOG.md']) {
    if (!existsSync(join(folder, name))) continue;
    cpSync(join(folder, name), join(target, name), {
      recursive: true,
      filter: (path) => !isSpec(path),
    });
  }
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !isSpec(path));
}

/**
 * Compiles a module and the modules copied into it to JavaScript and types.
 *
 * @param {string} folder of its library
 * @param {string} path of its source below `src`
 * @param {string} target
 * @param {string} name of what is written, below `target`
 */
async function compileModule(folder, path, target, name) {
  const source = join(folder, 'src', path);
  const { code } = await transformFile(source, {
    swcrc: false,
    configFile: false,
    jsc: {
      parser: { syntax: 'typescript', tsx: source.endsWith('.tsx') },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'es6' },
  });
  const emitted = join(folder, '.types', path.replace(/\.tsx?$/, '.d.ts'));
  const types = withAmbientTypes(folder, path, readFileSync(emitted, 'utf8'));
  const place = { source, depth: name.split('/').length - 1 };
  put(join(target, `${name}.js`), resolveSpecifiers(code, place));
  put(join(target, `${name}.d.ts`), resolveSpecifiers(types, place));
  for (const { specifier, source: copied, copy } of COPIED_MODULES) {
    if (!code.includes(`'${specifier}'`)) continue;
    const [library = '', ...rest] = copied.replace('/src/', '/').split('/');
    await compileModule(join(dirname(folder), library), `${rest.join('/')}.ts`, target, copy);
  }
}

/**
 * A library declares the types of a package beside the module that imports it: standalone projects
 * must find them from there.
 *
 * @param {string} folder
 * @param {string} path
 * @param {string} types
 */
function withAmbientTypes(folder, path, types) {
  const found = filesBelow(join(folder, 'src')).filter(
    (file) => file.endsWith('.d.ts') && types.includes(`'${basename(file, '.d.ts')}/`),
  );
  const own = found.filter((file) => dirname(file) === dirname(path));
  return own.map((file) => `/// <reference path="./${basename(file)}" />\n`).join('') + types;
}

/**
 * @param {string} path
 * @param {string | Buffer} content
 */
function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
