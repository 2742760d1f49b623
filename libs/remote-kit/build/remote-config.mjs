// The build of a micro-frontend: its pages exposed, found by the shell at run time, able to start alone.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';

import { browserConfig, DEV_API, installedVersion } from './browser-config.mjs';
import { ManifestPlugin } from './manifest-plugin.mjs';
import { PageExportsPlugin } from './page-exports-plugin.mjs';
import { STAND_ALONE } from './pages-loader.mjs';
import { PrecompressPlugin } from './precompress.mjs';
import { devPort, InvalidRemote, manifestOf, readDeclaration } from './read-remote.mjs';
import { refusedConfig } from './refused-config.mjs';
import { RetryQueryPlugin } from './retry-query-plugin.mjs';
import { extractStyles, styleRule } from './styles.mjs';

/** @typedef {{ folder: string, app: string, container: string, needs: Readonly<Record<string, string>>, isProduction: boolean }} Options */

/** Of what the shell provides, that of which there may be only one copy in a page. */
const SINGLETONS = ['react', 'react-dom', '@kickoff/web'];

/**
 * In production a remote carries no copy of its own: there is one React, or the shell says that the
 * part failed.
 * @param {Options} options
 */
function sharedSingletons({ folder, needs, isProduction }) {
  return Object.fromEntries(
    SINGLETONS.map((name) => {
      const version = installedVersion(name, folder);
      const singleton = { singleton: true, version, requiredVersion: needs[name] ?? `^${version}` };
      return [
        name,
        isProduction ? { ...singleton, import: /** @type {const} */ (false) } : singleton,
      ];
    }),
  );
}

/** @param {Options} options */
function federation({ container, isProduction, ...options }) {
  return new ModuleFederationPlugin({
    name: container,
    filename: isProduction ? 'assets/remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
    exposes: { './pages': './remote.json' },
    shared: sharedSingletons({ container, isProduction, ...options }),
    shareStrategy: 'loaded-first',
    manifest: true,
    dts: false,
    dev: false,
    // The shell provides the federation runtime; alone and while developing there is no shell.
    experiments: isProduction
      ? {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        }
      : {},
  });
}

/**
 * The remote's own page, with a login and the pages it declares.
 * @param {string} folder
 * @returns {import('webpack-dev-server').Configuration}
 */
const devServer = (folder) => ({
  port: process.env['PORT'] ?? devPort(folder),
  host: '127.0.0.1',
  allowedHosts: ['localhost'],
  historyApiFallback: true,
  headers: { 'Access-Control-Allow-Origin': '*' },
  proxy: [{ context: ['/api', '/uploads'], target: DEV_API }],
});

/**
 * @param {Options} options
 * @returns {import('webpack').Configuration}
 */
function configOf(options) {
  const { folder, container, isProduction } = options;
  const config = browserConfig(options);
  return {
    ...config,
    entry: isProduction ? {} : { main: STAND_ALONE },
    // The shell forgets a remote by these names when it has to be fetched anew.
    output: {
      ...config.output,
      publicPath: 'auto',
      chunkLoadingGlobal: `${container}_chunks`,
    },
    module: {
      rules: [
        ...(config.module?.rules ?? []),
        styleRule(options),
        {
          include: join(folder, 'remote.json'),
          type: 'javascript/auto',
          loader: fileURLToPath(new URL('pages-loader.mjs', import.meta.url)),
        },
      ],
    },
    optimization: {
      minimizer: [
        ...(config.optimization?.minimizer ?? []),
        new CssMinimizerPlugin({ parallel: false }),
      ],
      // One file a page: a second one would be a step more before the page, and another to hint.
      splitChunks: { cacheGroups: { default: false } },
    },
    plugins: [
      ...config.plugins,
      federation(options),
      extractStyles(options),
      new PageExportsPlugin(folder),
      ...(isProduction
        ? [new RetryQueryPlugin(), new ManifestPlugin(folder), new PrecompressPlugin()]
        : [new HtmlWebpackPlugin({ title: 'KickOff', publicPath: '/', chunks: ['main'] })]),
    ],
    // The federation plugin warns of the public path 'auto', which is the one meant.
    infrastructureLogging: { level: isProduction ? 'error' : 'info' },
    devServer: devServer(folder),
  };
}

/**
 * The webpack configuration of a remote.
 * @param {string} folder with its `remote.json`, `package.json` and `src/pages`
 * @returns {(env: unknown, argv: { mode?: string }) => import('webpack').Configuration}
 */
export function remoteConfig(folder) {
  return (_env, { mode }) => {
    try {
      const { name, needs } = manifestOf(folder, readDeclaration(folder));
      return configOf({
        folder,
        app: `mf-${name}`,
        container: `kickoff_${name.replaceAll('-', '_')}`,
        needs,
        isProduction: mode === 'production',
      });
    } catch (error) {
      if (error instanceof InvalidRemote) return refusedConfig(folder, error.message);
      throw error;
    }
  };
}
