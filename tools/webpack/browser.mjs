// What every browser build has in common: TypeScript by swc, hashed names, small files.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import TerserPlugin from 'terser-webpack-plugin';

const root = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** Where the running API is found while developing. */
export const DEV_API = 'http://localhost:5000';

/**
 * The version of an installed package, for the shared singletons.
 * @param {string} name
 * @returns {string}
 */
export function installedVersion(name) {
  /** @type {{ version: string }} */
  const { version } = require(join(root, 'node_modules', name, 'package.json'));
  return version;
}

/**
 * The part of a configuration that shell and remotes share.
 * @param {{ app: string, isProduction: boolean }} options
 * @returns {import('webpack').Configuration & { plugins: NonNullable<import('webpack').Configuration['plugins']> }}
 */
export function browserConfig({ app, isProduction }) {
  const hash = isProduction ? '.[contenthash:8]' : '';
  return {
    mode: isProduction ? 'production' : 'development',
    context: join(root, app),
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'eval-source-map',
    // In a production build nx decides what has to be built again.
    cache: isProduction ? false : { type: 'filesystem', name: app },
    output: {
      path: join(root, app, 'dist'),
      filename: `assets/[name]${hash}.js`,
      chunkFilename: `assets/[name]${hash}.js`,
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      uniqueName: app,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      // Libraries are taken as source; those that also run in Node write `.js` in their imports.
      conditionNames: ['@kickoff/source', '...'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            swcrc: false,
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !isProduction } },
              target: 'es2022',
            },
          },
        },
        { test: /\.(svg|woff2)$/, type: 'asset/resource' },
        // Says nothing about side effects itself, and has none but its one history listener.
        { test: /[\\/]@swan-io[\\/]chicane[\\/]/, sideEffects: false },
      ],
    },
    optimization: {
      // One after the other: on two cores parallel workers only fight.
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          parallel: 1,
          extractComments: false,
          // What one pass leaves gives the next one more to do: 0.2 % of home.
          terserOptions: { compress: { passes: 4 } },
        }),
      ],
    },
    performance: { hints: false },
    stats: isProduction ? 'errors-warnings' : 'minimal',
    plugins: [],
  };
}
