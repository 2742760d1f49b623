// The build of a micro-frontend: one thing exposed, found by the shell at run time, able to start alone.
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

import { browserConfig, DEV_API, installedVersion } from './browser.mjs';
import { RetryQueryPlugin } from './retry-query-plugin.mjs';
import { DEV_PORTS } from './dev-ports.mjs';
import { PrecompressPlugin } from './precompress.mjs';

/**
 * What the shell gives to every remote. In production a remote carries no copy
 * of its own: there is one React, or the shell says that the part failed.
 * @param {boolean} isProduction
 */
function sharedSingletons(isProduction) {
  return Object.fromEntries(
    ['react', 'react-dom', '@kickoff/web'].map((name) => {
      const version = installedVersion(name);
      const singleton = { singleton: true, version, requiredVersion: `^${version}` };
      return [
        name,
        isProduction ? { ...singleton, import: /** @type {const} */ (false) } : singleton,
      ];
    }),
  );
}

/**
 * Style sheets are files that load with their page's script; the classes of `*.module.css` get names
 * of their own in each remote.
 * @param {{ app: string, isProduction: boolean }} options
 */
function styleRule({ app, isProduction }) {
  const modules = {
    auto: true,
    namedExport: false,
    exportLocalsConvention: /** @type {const} */ ('as-is'),
    localIdentName: isProduction ? '[hash:base64:6]' : '[name]__[local]',
    // Two remotes may have files of the same name.
    localIdentHashSalt: app,
  };
  return {
    test: /\.css$/,
    use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules } }],
    sideEffects: true,
  };
}

/** @param {{ app: string, isProduction: boolean }} options */
function extractStyles({ app, isProduction }) {
  return new MiniCssExtractPlugin({
    filename: isProduction ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
    // The shell removes a remote's files by this mark, which its scripts have too.
    attributes: { 'data-webpack': `${app}:styles` },
  });
}

/** Starts the remote alone, in a page of its own. */
const standAlone = () =>
  new HtmlWebpackPlugin({ title: 'KickOff', publicPath: '/', chunks: ['main'] });

/**
 * @param {{ name: import('@kickoff/contracts').RemoteName }} options
 * @returns {(env: unknown, argv: { mode?: string }) => import('webpack').Configuration}
 */
export function remoteConfig({ name }) {
  return (_env, { mode }) => {
    const isProduction = mode === 'production';
    /** @type {import('webpack').EntryObject} */
    const entry = isProduction ? {} : { main: './src/main.ts' };
    const options = { app: `mf-${name}`, isProduction };
    const config = browserConfig(options);
    return {
      ...config,
      entry,
      // The shell forgets a remote by these names when it has to be fetched anew.
      output: {
        ...config.output,
        publicPath: 'auto',
        chunkLoadingGlobal: `kickoff_${name}_chunks`,
      },
      module: {
        rules: [...(config.module?.rules ?? []), styleRule(options)],
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
        new ModuleFederationPlugin({
          name: `kickoff_${name}`,
          filename: isProduction ? 'assets/remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
          exposes: { './routes': './src/remote-entry.ts' },
          shared: sharedSingletons(isProduction),
          shareStrategy: 'loaded-first',
          manifest: true,
          dts: false,
          dev: false,
          // The shell provides the federation runtime; alone and while developing there is no shell.
          experiments: isProduction
            ? { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } }
            : {},
        }),
        extractStyles(options),
        ...(isProduction ? [new RetryQueryPlugin(), new PrecompressPlugin()] : [standAlone()]),
      ],
      devServer: {
        port: DEV_PORTS[name],
        host: '127.0.0.1',
        allowedHosts: ['localhost'],
        historyApiFallback: true,
        headers: { 'Access-Control-Allow-Origin': '*' },
        proxy: [{ context: ['/api'], target: DEV_API }],
      },
    };
  };
}
