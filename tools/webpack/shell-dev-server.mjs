import { DEV_API } from '@kickoff/remote-kit/browser-config';

import { SHELL_PORT } from './dev-ports.mjs';
import { remotesInDevelopment } from './workspace-remotes.mjs';

/**
 * Serves the shell with live reload, and names the development servers of the micro-frontends to it.
 * @param {{ version: string, provides: Record<string, string> }} shell
 * @returns {import('webpack-dev-server').Configuration}
 */
export const shellDevServer = ({ version, provides }) => ({
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
      ) => {
        /** @type {import('@kickoff/contracts').RemoteList} */
        const list = {
          version: 2,
          shell: { version, build: 'development', provides },
          // Read anew: a declaration may have changed since the start.
          remotes: remotesInDevelopment(),
        };
        response.json(list);
      },
    });
    return middlewares;
  },
});
