// Writes the server's information about a build of the shell: versions, pages, documents, files.
import { createHash } from 'node:crypto';

import { MANIFEST_FORM, SHELL } from '@kickoff/contracts';
import webpack from 'webpack';

import { filesOf, fontsOf } from './built-files.mjs';

/** Chunks that the shell loads after a fan's page; the imports define these names. */
const LATER_CHUNKS = ['fan-later', 'search', 'log-out', 'device-data'];
const AREAS = ['fan', 'admin'];

/** Files that browsers request at the site's root, by pattern of their hashed names. */
const AT_ROOT = {
  '/sw.js': /^assets\/sw\.[0-9a-f]{8}\.js$/,
  '/manifest.webmanifest': /^assets\/manifest\.[0-9a-f]{8}\.webmanifest$/,
};

const DOCUMENT = /^pages\/(\w+)\.html$/;

/**
 * @typedef {object} Shell
 * @property {import('@kickoff/contracts').RemoteDeclaration} declaration
 * @property {string} version
 * @property {Record<string, string>} provides package to version
 */

/** Gives the documents hashed names, and adds `mf-manifest.json`. */
export class ShellManifestPlugin {
  #shell;

  /** @param {Shell} shell */
  constructor(shell) {
    this.#shell = shell;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellManifest', (compilation) => {
      // All other names have their final hashes by then.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'ShellManifest', stage }, () => {
        const documents = nameDocuments(compilation);
        const { declaration, version, provides } = this.#shell;
        const { pages, navigation = [] } = declaration;
        const manifest = {
          id: SHELL,
          name: SHELL,
          kickoff: {
            manifest: MANIFEST_FORM,
            name: SHELL,
            version,
            needs: provides,
            pages,
            navigation,
          },
          shell: {
            documents,
            hints: hintsOf(compilation),
            offlineFiles: offlineFilesOf(compilation),
            root: rootOf(compilation),
          },
        };
        const text = JSON.stringify(manifest, undefined, 2);
        compilation.emitAsset('mf-manifest.json', new webpack.sources.RawSource(text));
      });
    });
  }
}

/**
 * @param {import('webpack').Compilation} compilation
 * @returns {Record<string, string>} documents by the names of their pages
 */
function nameDocuments(compilation) {
  const documents = compilation.getAssets().flatMap(({ name, source }) => {
    const page = DOCUMENT.exec(name)?.[1];
    if (page === undefined) return [];
    const hash = createHash('sha256').update(source.buffer()).digest('hex').slice(0, 8);
    const file = `pages/${page}.${hash}.html`;
    compilation.renameAsset(name, file);
    return [[page, file]];
  });
  return Object.fromEntries(documents);
}

const ownFonts = ['text-names', 'heading-basic'];

/**
 * Returns the files that the pages of an audience need besides those in their document.
 *
 * @param {import('webpack').Compilation} compilation
 */
function hintsOf(compilation) {
  const fonts = fontsOf(compilation, ownFonts);
  return Object.fromEntries(
    AREAS.map((area) => [area, { ...filesOf(compilation, `${area}-area`), fonts }]),
  );
}

/**
 * Returns the files that the home page needs offline.
 *
 * @param {import('webpack').Compilation} compilation
 */
function offlineFilesOf(compilation) {
  const home = filesOf(compilation, 'main', 'fan-area', ...LATER_CHUNKS);
  return [...new Set([...home.styles, ...home.scripts, ...fontsOf(compilation, ownFonts)])];
}

/** @param {import('webpack').Compilation} compilation */
function rootOf(compilation) {
  const files = Object.keys(compilation.assets);
  return Object.fromEntries(
    Object.entries(AT_ROOT).map(([address, form]) => {
      const file = files.find((name) => form.test(name));
      if (file === undefined) throw new Error(`The shell has no file for ${address}.`);
      return [address, file];
    }),
  );
}
