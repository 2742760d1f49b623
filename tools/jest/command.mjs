import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The command that runs Jest. Its workers get the same options of Node: specs for the browser are loaded
 * in vm contexts, all others by Node itself.
 *
 * @param {string} config path of a configuration
 * @param {readonly string[]} options of Jest
 * @returns {string[]} arguments of Node
 */
export function jestCommand(config, options) {
  return [
    '--experimental-vm-modules',
    '--no-warnings',
    // Libraries are loaded from source: no build before a test.
    '--conditions=@kickoff/source',
    '--import',
    new URL('native/register.mjs', import.meta.url).href,
    join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js'),
    '--config',
    config,
    ...options,
  ];
}
