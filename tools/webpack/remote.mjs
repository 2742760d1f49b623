// The build of a micro-frontend: one thing exposed, found by the shell at run time, able to start alone.
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

import { browserConfig, DEV_API, installedVersion } from './browser.mjs';
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

/** Tells the server which files the remote begins with, and which more each of its pages needs. */
class ManifestPlugin {
  /** @param {string} containerName */
  constructor(containerName) {
    this.containerName = containerName;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Manifest', (compilation) => {
      // Before the real hashes are put in, which reach into this file too.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tap({ name: 'Manifest', stage }, () => {
        /** @param {string} chunk */
        const filesOf = (chunk) => compilation.namedChunkGroups.get(chunk)?.getFiles() ?? [];
        const pages = [...compilation.namedChunkGroups.keys()]
          .filter((chunk) => chunk.startsWith('page-'))
          .map((chunk) => [chunk.slice('page-'.length), [...filesOf('routes'), ...filesOf(chunk)]]);
        const [entry] = filesOf(this.containerName);
        const manifest = JSON.stringify({ entry, pages: Object.fromEntries(pages) });
        compilation.emitAsset('mf-manifest.json', new webpack.sources.RawSource(manifest));
      });
    });
  }
}

/** Starts the remote alone, in a page of its own. */
const standAlone = () => [
  new HtmlWebpackPlugin({ title: 'KickOff', publicPath: '/', chunks: ['main'] }),
  new MiniCssExtractPlugin(),
];

/**
 * @param {{ name: import('@kickoff/contracts').RemoteName }} options
 * @returns {(env: unknown, argv: { mode?: string }) => import('webpack').Configuration}
 */
export function remoteConfig({ name }) {
  return (_env, { mode }) => {
    const isProduction = mode === 'production';
    /** @type {import('webpack').EntryObject} */
    const entry = isProduction ? {} : { main: './src/main.ts' };
    const config = browserConfig({ app: `mf-${name}`, isProduction });
    const containerName = `kickoff_${name}`;
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
        rules: [
          ...(config.module?.rules ?? []),
          { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
        ],
      },
      optimization: {
        ...config.optimization,
        // One file a page: a second one would be a step more before the page, and another to hint.
        splitChunks: { cacheGroups: { default: false } },
      },
      plugins: [
        // webpack's own containers: the shell needs a few lines to take them (remotes/host.ts),
        // where the separate federation runtime costs 16 kB before the first post.
        new webpack.container.ModuleFederationPlugin({
          name: containerName,
          library: { type: 'self', name: containerName },
          filename: isProduction ? 'assets/remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
          exposes: { './routes': { import: './src/remote-entry.ts', name: 'routes' } },
          shared: sharedSingletons(isProduction),
        }),
        ...(isProduction
          ? [new ManifestPlugin(containerName), new PrecompressPlugin()]
          : standAlone()),
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
