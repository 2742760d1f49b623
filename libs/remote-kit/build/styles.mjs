import { fileURLToPath } from 'node:url';

import MiniCssExtractPlugin from 'mini-css-extract-plugin';

/**
 * Style sheets are files that load with their page's script; the classes of `*.module.css` get names
 * of their own in each remote.
 * @param {{ app: string, isProduction: boolean }} options
 */
export function styleRule({ app, isProduction }) {
  const modules = {
    auto: true,
    namedExport: false,
    exportLocalsConvention: /** @type {const} */ ('as-is'),
    localIdentName: isProduction ? '[hash:base64:6]' : '[name]__[local]',
    // Two remotes may have files of the same name.
    localIdentHashSalt: app,
  };
  const cssLoader = fileURLToPath(import.meta.resolve('css-loader'));
  return {
    test: /\.css$/,
    use: [MiniCssExtractPlugin.loader, { loader: cssLoader, options: { modules } }],
    sideEffects: true,
  };
}

/** @param {{ app: string, isProduction: boolean }} options */
export function extractStyles({ app, isProduction }) {
  return new MiniCssExtractPlugin({
    filename: isProduction ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
    // The shell removes a remote's files by this mark, which its scripts have too.
    attributes: { 'data-webpack': `${app}:styles` },
  });
}
