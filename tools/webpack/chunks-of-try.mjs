// A try to fetch a remote anew asks for all of its files anew, not for its entry alone.
import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/** Gives every chunk the query of the entry that asks for it: `?retry=1` where the shell tries once more. */
class QueryOfEntry extends RuntimeModule {
  constructor() {
    // After the module whose addresses it extends.
    super('query of entry', RuntimeModule.STAGE_ATTACH);
  }

  /** @override */
  generate() {
    const fileOf = RuntimeGlobals.getChunkScriptFilename;
    return webpack.Template.asString([
      'const { search } = new URL(document.currentScript.src);',
      `const fileOf = ${fileOf};`,
      `${fileOf} = (chunk) => fileOf(chunk) + search;`,
    ]);
  }
}

/**
 * Keeps a browser from joining a chunk's request to an earlier one that is stuck on its way: for a
 * browser one address is one request.
 */
export class ChunksOfTryPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ChunksOfTry', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.getChunkScriptFilename)
        .tap('ChunksOfTry', (chunk) => {
          compilation.addRuntimeModule(chunk, new QueryOfEntry());
        });
    });
  }
}
