import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { remoteConfig } from '../build/remote-config.mjs';

/**
 * Serves the remote alone, with live reload, until a signal ends it.
 * @param {string} folder of the remote
 * @returns {Promise<number>} the exit code
 */
export async function run(folder) {
  const { devServer, ...config } = remoteConfig(folder)(undefined, { mode: 'development' });
  const compiler = webpack(config);
  if (compiler === null) throw new Error('webpack made no compiler');
  await new WebpackDevServer(devServer, compiler).start();
  return 0;
}
