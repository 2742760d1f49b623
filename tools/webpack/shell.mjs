// The build of the shell: documents with the entrance pages drawn into them, hints for all others.
import { fillPath, PAGES } from '@kickoff/contracts';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

import { browserConfig, DEV_API } from './browser.mjs';
import { DEV_PORTS } from './dev-ports.mjs';
import { PrecompressPlugin } from './precompress.mjs';

/** @typedef {import('@kickoff/contracts').PageName} PageName */

/**
 * The chunk that draws a page; the names are given where the shell imports them.
 * @param {PageName} name
 */
function chunkOf(name) {
  const { audience } = PAGES[name];
  return audience === 'anyone' ? `entrance-${name}` : `${audience}-area`;
}

/**
 * The public addresses of chunks and of all they need beside the entry.
 * @param {import('webpack').Compilation} compilation
 * @param {string[]} chunks
 */
function filesOf(compilation, ...chunks) {
  const addresses = chunks.flatMap((chunk) => {
    const files = compilation.namedChunkGroups.get(chunk)?.getFiles();
    if (!files) throw new Error(`The shell has no chunk ${chunk}.`);
    return files.map((file) => `/${file}`);
  });
  return {
    scripts: addresses.filter((file) => file.endsWith('.js')),
    styles: addresses.filter((file) => file.endsWith('.css')),
  };
}

/**
 * The public addresses of some of the font's files.
 * @param {import('webpack').Compilation} compilation
 * @param {string[]} names
 */
function fontsOf(compilation, names) {
  return Object.keys(compilation.assets)
    .filter((file) => names.some((name) => file.includes(`archivo-${name}.`)))
    .map((file) => `/${file}`);
}

const pageNames = /** @type {PageName[]} */ (Object.keys(PAGES));

/**
 * The document of the pages that need a session: the entry alone.
 * @param {'fan' | 'admin'} audience
 */
function areaDocument(audience) {
  return new HtmlWebpackPlugin({
    filename: `pages/${audience}.html`,
    template: './src/document.tsx',
    inject: false,
    minify: false,
    templateParameters: (compilation) => ({
      audience,
      ...filesOf(compilation, 'main'),
    }),
  });
}

/**
 * A document with its page drawn into it. All its scripts are named at once, so that none waits for another.
 * @param {string} filename
 * @param {string} address
 * @param {string[]} chunks
 */
function drawnDocument(filename, address, chunks) {
  return new HtmlWebpackPlugin({
    filename,
    template: './src/document.tsx',
    inject: false,
    minify: false,
    templateParameters: (compilation) => {
      return {
        address,
        ...filesOf(compilation, ...chunks),
        fonts: fontsOf(compilation, ['text-names']),
      };
    },
  });
}

function entranceDocuments() {
  const drawn = pageNames
    .filter((name) => PAGES[name].audience === 'anyone')
    .map((name) =>
      drawnDocument(`pages/${name}.html`, fillPath(PAGES[name].paths[0], { token: 'token' }), [
        'main',
        chunkOf(name),
      ]),
    );
  return [...drawn, drawnDocument('pages/Fallback.html', '/no/such/page', ['main'])];
}

/** Chunks that the shell loads after a fan's page is there; the names are given where it imports them. */
const LATER_CHUNKS = ['fan-later', 'search-sheet', 'log-out', 'device-data'];

/**
 * Tells the server which files of the shell a page needs beside those in its
 * document, and which ones home needs without a connection.
 */
class HintsPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Hints', (compilation) => {
      // Before the real hashes are put in, which reach into this file too.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tap({ name: 'Hints', stage }, () => {
        const fonts = fontsOf(compilation, ['text-names', 'heading-basic']);
        const hints = Object.fromEntries(
          pageNames
            .filter((name) => PAGES[name].audience !== 'anyone')
            .map((name) => [name, { ...filesOf(compilation, chunkOf(name)), fonts }]),
        );
        const source = new webpack.sources.RawSource(JSON.stringify(hints));
        compilation.emitAsset('hints.json', source);
        const home = filesOf(compilation, 'main', chunkOf('Home'), ...LATER_CHUNKS);
        const offline = [...new Set([...home.styles, ...home.scripts, ...fonts])];
        compilation.emitAsset(
          'offline-files.json',
          new webpack.sources.RawSource(JSON.stringify(offline)),
        );
      });
    });
  }
}

/** @type {import('webpack-dev-server').Configuration} */
const devServer = {
  port: DEV_PORTS.shell,
  host: '127.0.0.1',
  allowedHosts: ['localhost'],
  historyApiFallback: { index: '/pages/fan.html', disableDotRule: true },
  proxy: [{ context: ['/api'], target: DEV_API }],
  setupMiddlewares: (middlewares) => {
    const { shell, ...remotes } = DEV_PORTS;
    const list = {
      version: 1,
      remotes: Object.entries(remotes).map(([name, port]) => ({
        name,
        entry: `http://localhost:${port}/remoteEntry.js`,
      })),
    };
    middlewares.unshift({
      name: 'remotes',
      path: '/remotes.json',
      middleware: (
        /** @type {unknown} */ _request,
        /** @type {import('webpack-dev-server').Response} */ response,
      ) => response.json(list),
    });
    return middlewares;
  },
};

const IN_MODULES = '[\\\\/]node_modules[\\\\/]';

/** @returns {(env: unknown, argv: { mode?: string }) => import('webpack').Configuration} */
export function shellConfig() {
  return (_env, { mode }) => {
    const isProduction = mode === 'production';
    const config = browserConfig({ app: 'shell', isProduction });
    const styles = isProduction ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css';
    return {
      ...config,
      entry: {
        main: './src/main.tsx',
        ...(isProduction
          ? { sw: { import: './worker/service-worker.ts', filename: 'sw.js' } }
          : {}),
      },
      output: { ...config.output, publicPath: '/' },
      module: {
        rules: [
          ...(config.module?.rules ?? []),
          {
            test: /\.css$/,
            compiler: { not: /HtmlWebpackCompiler/ },
            use: [MiniCssExtractPlugin.loader, 'css-loader'],
            sideEffects: true,
          },
          // Found by name: the manifest, and the icons that it names.
          {
            test: /[.]webmanifest$/,
            type: 'asset/resource',
            generator: { filename: '[name][ext]' },
          },
          {
            test: /icons[\\/].*[.]png$/,
            type: 'asset/resource',
            generator: { filename: 'assets/[name][ext]' },
          },
          // Documents name style sheets by address and have none in them.
          { test: /\.css$/, compiler: /HtmlWebpackCompiler/, type: 'asset/source' },
          // The documents are made by one script that cannot fetch chunks.
          {
            test: /\.tsx?$/,
            compiler: /HtmlWebpackCompiler/,
            parser: { dynamicImportMode: 'eager' },
          },
        ],
      },
      optimization: {
        minimizer: [
          ...(config.optimization?.minimizer ?? []),
          new CssMinimizerPlugin({ parallel: false }),
        ],
        splitChunks: {
          cacheGroups: {
            // Changes with its version only, so that it outlives our own releases in caches.
            react: {
              test: new RegExp(`${IN_MODULES}(react|react-dom|scheduler)[\\\\/]`),
              name: 'react',
              chunks: 'initial',
              enforce: true,
            },
            // What every micro-frontend needs and no entrance page does.
            platform: {
              test: new RegExp(
                `${IN_MODULES}@(tanstack|module-federation)[\\\\/]|libs[\\\\/]web[\\\\/]`,
              ),
              name: 'platform',
              chunks: ({ name }) => typeof name === 'string' && name.endsWith('-area'),
              enforce: true,
            },
            // One style sheet for all pages before login.
            entrance: {
              type: 'css/mini-extract',
              test: /[\\/]entrance[.]css$/,
              name: 'entrance',
              chunks: 'async',
              enforce: true,
            },
          },
        },
      },
      plugins: [
        new MiniCssExtractPlugin({ filename: styles }),
        // Remotes are found by the addresses of their entries, never by manifests.
        new webpack.DefinePlugin({
          FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
          ENV_TARGET: JSON.stringify('web'),
        }),
        areaDocument('fan'),
        ...(isProduction
          ? [
              areaDocument('admin'),
              ...entranceDocuments(),
              new HintsPlugin(),
              new PrecompressPlugin(),
            ]
          : []),
      ],
      devServer,
    };
  };
}
