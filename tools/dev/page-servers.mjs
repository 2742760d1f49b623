import { once } from 'node:events';
import { createServer } from 'node:net';

import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { giveUp } from '../start/long-step.mjs';
import { DEV_PORTS } from '../webpack/dev-ports.mjs';
import { remoteConfig } from '../webpack/remote.mjs';
import { shellConfig } from '../webpack/shell.mjs';

/**
 * Serves the shell and the micro-frontends, each on its own port, with live reload.
 *
 * @param {string} api where the running server listens
 * @returns {Promise<() => Promise<unknown>>} ends them
 */
export async function servePages(api) {
  const configs = [
    shellConfig(),
    .../** @type {const} */ (['fan', 'admin', 'leagues']).map((name) => remoteConfig({ name })),
  ];
  const servers = configs.map((config) => {
    const { devServer, ...options } = config(undefined, { mode: 'development' });
    // Its own lines about ports and proxies hide what was compiled.
    const compiler = webpack({ ...options, infrastructureLogging: { level: 'error' } });
    if (compiler === null) throw new Error('webpack made no compiler');
    // Ctrl-C is one matter for all of them.
    const settings = { ...devServer, setupExitSignals: false };
    return new WebpackDevServer(
      { ...settings, proxy: [{ context: ['/api'], target: api }] },
      compiler,
    );
  });
  for (const server of servers) await server.start();
  return () => Promise.all(servers.map((server) => server.stop()));
}

/** Ends with a sentence where a page's port is taken: the dev server's own failure is a stack. */
export async function requireFreePorts() {
  for (const port of Object.values(DEV_PORTS)) {
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      giveUp(`Port ${port} is taken by another program. Stop that program first.`);
    }
    probe.close();
    await once(probe, 'close');
  }
}
