import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../start/long-step.mjs';
import { compileLibrary } from './compile-library.mjs';
import { packedManifest } from './packed-manifest.mjs';

const LIBRARIES = ['contracts', 'ui', 'web', 'remote-kit'];

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, root));

/**
 * Packs all libraries of a remote. Other files in an existing folder remain.
 *
 * @param {string} to the folder of the tarballs
 * @returns {Promise<{ ok: boolean, output: string, files: string[] }>} what the failed program wrote
 */
export async function packLibraries(to) {
  const folders = LIBRARIES.map((name) => at(`libs/${name}`));
  // Types of the sources that are packed.
  const types = run(process.execPath, [at('node_modules/typescript/bin/tsc'), '-b', ...folders]);
  if (!types.ok) return { ...types, files: [] };
  mkdirSync(to, { recursive: true });
  const staged = mkdtempSync(join(tmpdir(), 'kickoff-pack-'));
  try {
    const targets = [];
    for (const [index, name] of LIBRARIES.entries()) {
      const target = join(staged, name);
      await compileLibrary(folders[index] ?? '', target);
      const manifest = JSON.stringify(packedManifest(folders[index] ?? ''), undefined, 2);
      writeFileSync(join(target, 'package.json'), `${manifest}\n`);
      targets.push(target);
    }
    const npm = run('npm', ['pack', '--json', '--pack-destination', to, ...targets]);
    if (!npm.ok) return { ...npm, files: [] };
    /** @type {Record<string, { filename: string }> | { filename: string }[]} */
    const packed = JSON.parse(npm.output);
    return { ...npm, files: Object.values(packed).map(({ filename }) => join(to, filename)) };
  } finally {
    rmSync(staged, { recursive: true });
  }
}

/**
 * @param {string} program
 * @param {string[]} options
 */
function run(program, options) {
  const { status, stdout, stderr } = spawnSync(program, options, {
    cwd: root,
    encoding: 'utf8',
    // npm is a script file there.
    shell: process.platform === 'win32',
  });
  return { ok: status === 0, output: status === 0 ? stdout : stdout + stderr };
}
