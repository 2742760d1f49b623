// What every browser build has in common: TypeScript by swc, hashed names, small files.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import TerserPlugin from 'terser-webpack-plugin';

import { InlineTextsPlugin } from './inline-texts-plugin.mjs';

/** The address of the running API during development. */
export const DEV_API = process.env['KICKOFF_API'] ?? 'http://localhost:5000';

/**
 * The version of an installed package.
 * @param {string} name
 * @param {string} folder of the package that uses it
 * @returns {string}
 * @throws if it is not installed
 */
export function installedVersion(name, folder) {
  for (let parent = folder; ; parent = dirname(parent)) {
    try {
      const file = join(parent, 'node_modules', name, 'package.json');
      /** @type {{ version: string }} */
      const { version } = JSON.parse(readFileSync(file, 'utf8'));
      return version;
    } catch {
      if (parent === dirname(parent)) throw new Error(`${name} is not installed. Run: npm install`);
    }
  }
}

/** @param {string} name of a loader that this package depends on */
const loader = (name) => fileURLToPath(import.meta.resolve(name));

/**
 * The part of a configuration that shell and remotes share.
 * @param {{ app: string, folder: string, isProduction: boolean }} options `app` names it, unlike any other
 * @returns {import('webpack').Configuration & { plugins: NonNullable<import('webpack').Configuration['plugins']> }}
 */
export function browserConfig({ app, folder, isProduction }) {
  const hash = isProduction ? '.[contenthash:8]' : '';
  return {
    mode: isProduction ? 'production' : 'development',
    context: folder,
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'eval-source-map',
    // In a production build nx decides what has to be built again.
    cache: isProduction ? false : { type: 'filesystem', name: app },
    output: {
      path: join(folder, 'dist'),
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
          loader: loader('swc-loader'),
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
      // One after the other: two cores gain nothing by parallel workers.
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          parallel: 1,
          // Notices of licenses are in a text beside each file: 0.3 % of home.
          extractComments: { condition: 'some', banner: false },
          // What one pass leaves gives the next one more to do: 0.2 % of home.
          terserOptions: { compress: { passes: 4, ecma: 2022 } },
        }),
      ],
    },
    performance: { hints: false },
    stats: isProduction ? 'errors-warnings' : 'minimal',
    // A catalogue that changes is followed while developing.
    plugins: isProduction ? [new InlineTextsPlugin()] : [],
  };
}
