// Makes a module of `remote.json`: each page with the import of its component, in a file of its own.
import { dirname } from 'node:path';

import { parseDeclaration, requirePageFiles } from './read-remote.mjs';

/** The request that renders the remote without the shell. */
export const STAND_ALONE = './remote.json?stand-alone';

/**
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} text of `remote.json`
 * @returns {string} the source of the module
 */
export default function pagesLoader(text) {
  const declaration = parseDeclaration(text);
  requirePageFiles(dirname(this.resourcePath), declaration);
  if (this.resourceQuery === '?stand-alone') return STAND_ALONE_MODULE;
  const pages = Object.keys(declaration.pages).map(
    (page) =>
      `  ${page}: () => import(/* webpackChunkName: "page-${page}" */ './src/pages/${page}Page'),`,
  );
  return [
    'export const pages = {',
    ...pages,
    '};',
    // Only the page of its own needs the rest.
    ...(this.mode === 'production'
      ? []
      : [`export const declaration = ${JSON.stringify(declaration)};`]),
    '',
  ].join('\n');
}

/** Asynchronous: shared modules must be loaded before any code uses them. */
const STAND_ALONE_MODULE = `
Promise.all([import('@kickoff/remote-kit/stand-alone'), import('./remote.json')]).then(
  ([{ startAlone }, { declaration, pages }]) => startAlone(declaration, pages),
);
`;
