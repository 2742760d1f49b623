import { watch } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transformFile } from '@swc/core';

import { root, say } from '../start/long-step.mjs';

/** Debounce: an editor saves in several steps, and "save all" writes many files. */
const SETTLE_MS = 100;

/**
 * Compiles each changed file of these packages from `src` to `dist`, as their build does.
 *
 * @param {string[]} folders
 * @param {() => void} onCompiled
 */
export function compileOnChange(folders, onCompiled) {
  /** @type {Set<() => Promise<void>>} */
  const waiting = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  for (const folder of folders) {
    /** @type {Map<string, () => Promise<void>>} */
    const files = new Map();
    const path = fileURLToPath(new URL(folder, root));
    watch(join(path, 'src'), { recursive: true }, (_event, name) => {
      if (name === null || /[.]spec[.]ts$/.test(name)) return;
      const compileIt = files.get(name) ?? (() => compile(path, name));
      files.set(name, compileIt);
      waiting.add(compileIt);
      clearTimeout(settled);
      settled = setTimeout(async () => {
        const changes = [...waiting];
        waiting.clear();
        try {
          await Promise.all(changes.map((change) => change()));
          onCompiled();
        } catch (error) {
          say(error instanceof Error ? error.message : String(error));
        }
      }, SETTLE_MS);
    });
  }
}

/** @param {string} folder @param {string} name */
async function compile(folder, name) {
  const source = join(folder, 'src', name);
  const result = join(folder, 'dist', name.replace(/[.]ts$/, '.js'));
  await mkdir(dirname(result), { recursive: true });
  try {
    if (!name.endsWith('.ts')) {
      await copyFile(source, result);
      return;
    }
    const configFile = fileURLToPath(new URL('.swcrc', root));
    const { code } = await transformFile(source, { configFile, sourceMaps: 'inline' });
    await writeFile(result, code);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    // A folder, a temporary file of an editor, or a deleted file.
    if (code === 'EISDIR' || code === 'ENOENT') await rm(result, { force: true, recursive: true });
    else throw error;
  }
}
