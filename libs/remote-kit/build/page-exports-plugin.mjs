// Fails the build of a remote that has a page without a component: the shell would show it as loading for ever.
import { realpathSync } from 'node:fs';

import webpack from 'webpack';

import { InvalidRemote, pageFile, readDeclaration } from './read-remote.mjs';

const NAME = 'PageExportsPlugin';

/** Requires a default export of each page. */
export class PageExportsPlugin {
  #folder;

  /** @param {string} folder of the remote */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // The exports of all modules are known by then, and no modules are joined yet.
      compilation.hooks.seal.tap(NAME, () => {
        const files = this.#files();
        for (const module of compilation.modules) {
          if (!(module instanceof webpack.NormalModule)) continue;
          const page = files.get(module.resource);
          if (page === undefined) continue;
          if (
            compilation.moduleGraph.getExportsInfo(module).isExportProvided('default') === false
          ) {
            const fault = `src/pages/${page}Page.tsx has no default export, which is the page ${page}.`;
            compilation.errors.push(new webpack.WebpackError(fault));
          }
        }
      });
    });
  }

  /**
   * The pages by the files of their components; none while the declaration is invalid, which the
   * loader of `remote.json` reports.
   *
   * @returns {Map<string, string>}
   */
  #files() {
    try {
      const pages = Object.keys(readDeclaration(this.#folder).pages);
      return new Map(pages.map((page) => [realpathSync(pageFile(this.#folder, page)), page]));
    } catch (error) {
      if (error instanceof InvalidRemote) return new Map();
      throw error;
    }
  }
}
