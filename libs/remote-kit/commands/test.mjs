import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/**
 * Runs the specs of a remote.
 * @param {string} folder of the remote
 * @param {string[]} options of Jest
 * @returns {Promise<number>} the exit code
 */
export async function run(folder, options) {
  const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
  const config = fileURLToPath(new URL('../jest/remote.config.mjs', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, '--config', config, ...options],
    { cwd: folder, stdio: 'inherit' },
  );
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
