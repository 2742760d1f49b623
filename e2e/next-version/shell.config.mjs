// Shells of the versions after this one: `--env step=minor` adds an export to @kickoff/web, `--env
// step=major` removes one.
import { fileURLToPath } from 'node:url';

import { shellConfig } from '../../tools/webpack/shell.mjs';

/** What differs in the list of exports of @kickoff/web. */
const CHANGES = {
  minor: {
    text: "export { pollMs } from './poll';",
    by: "export { pollMs } from './poll';\nexport const cupSeason = () => 'The cups of 2026/27';",
  },
  major: { text: "export { pollMs } from './poll';", by: '' },
};
const ofShell = shellConfig();

/** @type {(env: { step: keyof typeof CHANGES }, argv: { mode?: string }) => import('webpack').Configuration} */
export default ({ step }, argv) => {
  const config = ofShell(undefined, argv);
  const rule = {
    test: /libs[\\/]web[\\/]src[\\/]index[.]ts$/,
    enforce: /** @type {const} */ ('pre'),
    loader: fileURLToPath(new URL('replace-text.mjs', import.meta.url)),
    options: CHANGES[step],
  };
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), rule] },
    // The server also sends files that are not compressed.
    optimization: { ...config.optimization, minimize: false },
    plugins: config.plugins?.filter((plugin) => plugin?.constructor.name !== 'PrecompressPlugin'),
  };
};
