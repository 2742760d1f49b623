/**
 * A build that fails with this one sentence instead of a stack trace.
 * @param {string} folder of the remote
 * @param {string} problem
 * @returns {import('webpack').Configuration}
 */
export function refusedConfig(folder, problem) {
  return {
    context: folder,
    entry: {},
    stats: 'errors-only',
    plugins: [
      {
        apply(compiler) {
          compiler.hooks.make.tap('RefusedRemote', (compilation) => {
            compilation.errors.push(new compiler.webpack.WebpackError(problem));
          });
        },
      },
    ],
  };
}
