// Writes `.br` and `.gz` beside each text file, so that no server has to compress while it answers.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import webpack from 'webpack';

const TEXT = /\.(js|css|html|json|svg|webmanifest)$/;

/** Compresses what was built as far as it goes. */
export class PrecompressPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('Precompress', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'Precompress', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          if (!TEXT.test(name)) continue;
          const bytes = source.buffer();
          const brotli = brotliCompressSync(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          });
          const gzip = gzipSync(bytes, { level: 9 });
          compilation.emitAsset(`${name}.br`, new webpack.sources.RawSource(brotli));
          compilation.emitAsset(`${name}.gz`, new webpack.sources.RawSource(gzip));
        }
      });
    });
  }
}
