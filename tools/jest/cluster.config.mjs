import { nodeProject } from './preset.mjs';

/** Tests of a whole cluster: each file starts its own, so they run one after the other. */
export default {
  ...nodeProject,
  roots: [`${nodeProject.rootDir}backend/test`],
  testMatch: ['**/*.cluster-spec.ts'],
  maxWorkers: 1,
};
