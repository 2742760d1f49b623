// The next version of mf-leagues, as its team would build it: the same but for one sentence.
import { fileURLToPath } from 'node:url';

import { remoteConfig } from '@kickoff/remote-kit/webpack';

const ofLeagues = remoteConfig(fileURLToPath(new URL('../../mf-leagues', import.meta.url)));

/** @type {typeof ofLeagues} */
export default (env, argv) => {
  const config = ofLeagues(env, argv);
  const loader = fileURLToPath(new URL('other-sentence.mjs', import.meta.url));
  const rule = { test: /LeaguesPage\.tsx$/, enforce: /** @type {const} */ ('pre'), loader };
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), rule] },
  };
};
