// The build of the shell: documents with prerendered login pages, and hints for all others.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { fillPath, SHARED_PACKAGES } from '@kickoff/contracts';
import { browserConfig, installedVersion } from '@kickoff/remote-kit/browser-config';
import { parseDeclaration } from '@kickoff/remote-kit/declaration';
import { PrecompressPlugin } from '@kickoff/remote-kit/precompress';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

import { filesOf, fontsOf } from './built-files.mjs';
import { listInDevelopment, shellDevServer } from './shell-dev-server.mjs';
import { ShellManifestPlugin } from './shell-manifest-plugin.mjs';

const folder = resolve(import.meta.dirname, '../../shell');

/** The pages and versions of the shell. */
function readShell() {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { version } = /** @type {{ version: string }} */ (JSON.parse(text));
  return {
    declaration: parseDeclaration(readFileSync(join(folder, 'remote.json'), 'utf8')),
    version,
    provides: Object.fromEntries(
      SHARED_PACKAGES.map((name) => [name, installedVersion(name, folder)]),
    ),
  };
}

/**
 * The document of the pages with a session: the entry alone.
 *
 * @param {'fan' | 'admin'} audience
 * @param {() => import('@kickoff/contracts').RemoteList} [remotes] of development servers
 */
function areaDocument(audience, remotes) {
  return new HtmlWebpackPlugin({
    filename: `pages/${audience}.html`,
    template: './src/document.tsx',
    inject: false,
    minify: false,
    templateParameters: (compilation) => ({
      audience,
      remotes: remotes?.(),
      ...filesOf(compilation, 'main'),
    }),
  });
}

/**
 * A document with its page prerendered. It names all its scripts, so that none waits for another.
 *
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

/** @param {import('@kickoff/contracts').RemoteDeclaration} declaration */
function entranceDocuments({ pages }) {
  const drawn = Object.entries(pages).map(([name, { paths }]) =>
    drawnDocument(`pages/${name}.html`, fillPath(paths[0], { token: 'token' }), [
      'main',
      `entrance-${name}`,
    ]),
  );
  const unknown = ['decodable-address', 'main'];
  return [...drawn, drawnDocument('pages/Fallback.html', '/no/such/page', unknown)];
}

const IN_MODULES = '[\\\\/]node_modules[\\\\/]';

/** @returns {(env: unknown, argv: { mode?: string }) => import('webpack').Configuration} */
export function shellConfig() {
  return (_env, { mode }) => {
    const isProduction = mode === 'production';
    const config = browserConfig({ app: 'shell', folder, isProduction });
    const shell = readShell();
    const styles = isProduction ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css';
    return {
      ...config,
      entry: {
        main: './src/main.tsx',
        ...(isProduction
          ? {
              // Only in the document of unknown addresses, before the router.
              'decodable-address': './src/decodable-address.ts',
              sw: {
                import: './worker/service-worker.ts',
                filename: 'assets/sw.[contenthash:8].js',
              },
            }
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
          { test: /[.]webmanifest$/, type: 'asset/resource' },
          // The web app manifest refers to these icons by name.
          {
            test: /icons[\\/].*[.]png$/,
            type: 'asset/resource',
            generator: { filename: 'assets/[name][ext]' },
          },
          // Documents link style sheets and contain none.
          { test: /\.css$/, compiler: /HtmlWebpackCompiler/, type: 'asset/source' },
          // One script without dynamic chunks renders the documents.
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
            // Changes with its version only, so that caches retain it across our releases.
            react: {
              test: new RegExp(`${IN_MODULES}(react|react-dom|scheduler)[\\\\/]`),
              name: 'react',
              chunks: 'initial',
              enforce: true,
            },
            // Needed by every micro-frontend but by no login page.
            platform: {
              test: new RegExp(
                [
                  `${IN_MODULES}@(tanstack|module-federation)[\\\\/]`,
                  'libs[\\\\/]web[\\\\/]',
                  'shell[\\\\/]src[\\\\/]remotes[\\\\/]',
                ].join('|'),
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
        ...config.plugins,
        new MiniCssExtractPlugin({ filename: styles }),
        // Remotes are loaded by the addresses of their entries, never by manifests.
        new webpack.DefinePlugin({
          FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
          // Otherwise the runtime would contain the handlers of disabled features.
          FEDERATION_OPTIMIZE_NO_REMOTE: false,
          FEDERATION_OPTIMIZE_NO_SHARED: false,
          FEDERATION_HAS_EXPOSES: false,
          ENV_TARGET: JSON.stringify('web'),
        }),
        areaDocument('fan', isProduction ? undefined : () => listInDevelopment(shell)),
        ...(isProduction
          ? [
              areaDocument('admin'),
              ...entranceDocuments(shell.declaration),
              new ShellManifestPlugin(shell),
              new PrecompressPlugin(),
            ]
          : []),
      ],
      devServer: shellDevServer(shell),
    };
  };
}
