// Writes `.br` and `.gz` beside each text file, so that no server has to compress while it answers.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import webpack from 'webpack';

/**
 * How brotli writes distances: which setting is smallest differs from file to file. Of all 56 these made every
 * file of home's first load smallest, by 246 bytes together.
 */
const DISTANCES = [
  { postfix: 0, direct: 0 },
  { postfix: 1, direct: 30 },
  { postfix: 2, direct: 0 },
  { postfix: 2, direct: 8 },
  { postfix: 3, direct: 16 },
  { postfix: 3, direct: 96 },
];
/** Larger ones, charts and emoji, are on no page's first load. */
const MOST_TRIED_BYTES = 200_000;

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
          const brotli = smallestBrotli(bytes);
          const gzip = gzipSync(bytes, { level: 9 });
          compilation.emitAsset(`${name}.br`, new webpack.sources.RawSource(brotli));
          compilation.emitAsset(`${name}.gz`, new webpack.sources.RawSource(gzip));
        }
      });
    });
  }
}

/** @param {Buffer} bytes */
function smallestBrotli(bytes) {
  const tried = bytes.length > MOST_TRIED_BYTES ? DISTANCES.slice(0, 1) : DISTANCES;
  const [smallest = bytes] = tried
    .map(({ postfix, direct }) =>
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    )
    .sort((one, other) => one.length - other.length);
  return smallest;
}
