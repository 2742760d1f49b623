// A retry of a remote requests all of its files under new addresses, not only its entry.
import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/** What returns the address of a chunk's script, and of its style sheet (mini-css-extract-plugin). */
const ADDRESSES = [RuntimeGlobals.getChunkScriptFilename, `${RuntimeGlobals.require}.miniCssF`];

/** Appends the query of the entry to the address of every file: `?retry=1` when the shell retries. */
class EntryQueryRuntimeModule extends RuntimeModule {
  constructor() {
    // Must run after the modules that define the addresses.
    super('entry query', RuntimeModule.STAGE_ATTACH);
  }

  /** @override */
  generate() {
    return webpack.Template.asString([
      'const { search } = new URL(document.currentScript.src);',
      'const withQuery = (fileOf) => (chunk) => fileOf(chunk) + search;',
      ...ADDRESSES.map((fileOf) => `${fileOf} = withQuery(${fileOf});`),
    ]);
  }
}

/**
 * Gives retried files new addresses: a browser would attach a second request for the same address
 * to the first one, which may be stuck.
 */
export class RetryQueryPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('RetryQueryPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.getChunkScriptFilename)
        .tap('RetryQueryPlugin', (chunk) => {
          compilation.addRuntimeModule(chunk, new EntryQueryRuntimeModule());
        });
    });
  }
}
