import { once } from 'node:events';
import { createServer } from 'node:net';

import { remoteConfig } from '@kickoff/remote-kit/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { giveUp } from '../start/long-step.mjs';

import { devPorts, SHELL_PORT } from '../webpack/dev-ports.mjs';
import { shellConfig } from '../webpack/shell.mjs';
import { workspaceRemotes } from '../webpack/workspace-remotes.mjs';

/**
 * Serves the shell and the micro-frontends, each on its own port, with live reload.
 *
 * @param {string} api where the running server listens
 * @returns {Promise<() => Promise<unknown>>} ends them
 */
export async function servePages(api) {
  const pages = [
    { config: shellConfig(), port: SHELL_PORT },
    ...workspaceRemotes().map(({ folder, port }) => ({ config: remoteConfig(folder), port })),
  ];
  const servers = pages.map(({ config, port }) => {
    const { devServer, ...options } = config(undefined, { mode: 'development' });
    // Webpack's lines about ports and proxies would hide the compiler's.
    const compiler = webpack({ ...options, infrastructureLogging: { level: 'error' } });
    if (compiler === null) throw new Error('webpack made no compiler');
    // Ctrl-C is handled once for all of them.
    const settings = { ...devServer, port, setupExitSignals: false };
    return new WebpackDevServer(
      { ...settings, proxy: [{ context: ['/api', '/uploads'], target: api }] },
      compiler,
    );
  });
  for (const server of servers) await server.start();
  return () => Promise.all(servers.map((server) => server.stop()));
}

/** Ends with a sentence if a page's port is taken: the dev server would print a stack. */
export async function requireFreePorts() {
  for (const port of devPorts()) {
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
