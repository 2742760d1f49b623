// Completes the federation manifest with what KickOff's server must know of a remote.
import webpack from 'webpack';

import { manifestOf, readDeclaration } from './read-remote.mjs';

const MANIFEST = 'mf-manifest.json';
/** Written by the federation plugin for analyses, which nothing here reads. */
const STATS = 'mf-stats.json';

/** Adds the field `kickoff` to `mf-manifest.json`. */
export class ManifestPlugin {
  #folder;

  /** @param {string} folder of the remote */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Manifest', (compilation) => {
      // The federation plugin, which comes first, writes the manifest at this stage.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'Manifest', stage }, () => {
        const asset = compilation.getAsset(MANIFEST);
        if (!asset) throw new Error(`The federation plugin wrote no ${MANIFEST}.`);
        const federation = /** @type {object} */ (JSON.parse(asset.source.source().toString()));
        const kickoff = manifestOf(this.#folder, readDeclaration(this.#folder));
        const text = JSON.stringify({ ...federation, kickoff }, undefined, 2);
        compilation.updateAsset(MANIFEST, new webpack.sources.RawSource(text));
        compilation.deleteAsset(STATS);
      });
    });
  }
}
