import webpack from 'webpack';

import { remoteConfig } from '../build/remote-config.mjs';

/**
 * Builds a remote into its folder `dist`.
 * @param {string} folder of the remote
 * @returns {Promise<number>} the exit code
 */
export async function run(folder) {
  const config = remoteConfig(folder)(undefined, { mode: 'production' });
  const compiler = webpack(config);
  if (compiler === null) throw new Error('webpack made no compiler');
  const stats = await new Promise((done, fail) => {
    compiler.run((error, result) => (error ? fail(error) : done(result)));
  });
  await new Promise((done) => compiler.close(done));
  const text = stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY });
  process.stdout.write(`${text}\n`);
  return stats.hasErrors() ? 1 : 0;
}
