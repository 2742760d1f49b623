import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { runLongStep, say } from '../start/long-step.mjs';

const run = promisify(execFile);

/** The same as for the fetched mongod. */
const CACHE = join(homedir(), '.cache', 'kickoff');

/**
 * Finds a program on the path or in the user's cache, else builds it there from its Go module.
 *
 * @param {object} program
 * @param {string} program.module with its version, such as `example.org/program/cmd/program@v1.2.3`
 * @param {string[]} program.probe options with which it ends at once and without an error
 * @returns {Promise<string | undefined>} its path; undefined where it is not to be had, which it says in words
 */
export async function findGoProgram({ module, probe }) {
  const [path = '', version] = module.split('@');
  const name = basename(path);
  const cached = join(CACHE, `${name}-${version}`);
  for (const candidate of [name, cached]) if (await runs(candidate, probe)) return candidate;

  if (!(await runs('go', ['version']))) {
    say(`There is no ${name} on the path, and no Go to build it.`);
    return undefined;
  }
  say(`Building ${module} with Go, once …`);
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'build-'));
  try {
    const { ok, output, seconds } = await runLongStep({
      command: ['go', 'install', '-ldflags=-s -w', module],
      env: { GOBIN: folder, CGO_ENABLED: '0' },
      cwd: folder,
      progress: () => `Go builds ${name}`,
    });
    const built = join(folder, name);
    if (!ok || !(await runs(built, probe))) {
      say(`${name} could not be built: ${output.trim().split('\n').at(-1) ?? ''}`);
      return undefined;
    }
    await chmod(built, 0o755);
    // An atomic rename, because two runs may build at the same time.
    await rename(built, cached);
    say(`Built ${name} in ${seconds} s.`);
    return cached;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {string[]} options */
async function runs(path, options) {
  try {
    await run(path, options, { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
