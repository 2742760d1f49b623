import { DEV_API } from '@kickoff/remote-kit/browser-config';

import { SHELL_PORT } from './dev-ports.mjs';
import { remotesInDevelopment } from './workspace-remotes.mjs';

/**
 * The list of the micro-frontends' development servers, instead of the live ones.
 *
 * @param {{ version: string, provides: Record<string, string> }} shell
 * @returns {import('@kickoff/contracts').RemoteList}
 */
export const listInDevelopment = ({ version, provides }) => ({
  version: 2,
  shell: { version, build: 'development', provides },
  remotes: remotesInDevelopment(),
});

/**
 * Serves the shell with live reload, and with the list of the micro-frontends' development servers.
 *
 * @param {{ version: string, provides: Record<string, string> }} shell
 * @returns {import('webpack-dev-server').Configuration}
 */
export const shellDevServer = (shell) => ({
  port: SHELL_PORT,
  host: '127.0.0.1',
  allowedHosts: ['localhost'],
  historyApiFallback: { index: '/pages/fan.html', disableDotRule: true },
  proxy: [{ context: ['/api', '/uploads'], target: DEV_API }],
  setupMiddlewares: (middlewares) => {
    middlewares.unshift({
      name: 'remotes',
      path: '/remotes.json',
      middleware: (
        /** @type {unknown} */ _request,
        /** @type {import('webpack-dev-server').Response} */ response,
        // Read again: a declaration may have changed since the start.
      ) => response.json(listInDevelopment(shell)),
    });
    return middlewares;
  },
});
