import { nodeProject } from './preset.mjs';

/** The API as clients see it, on a real database: one file a feature, each with a database of its own. */
export default {
  ...nodeProject,
  roots: [`${nodeProject.rootDir}backend/test`],
  testMatch: ['**/*.e2e-spec.ts'],
  // A limit for what hangs, not for what is slow: several files share two cores and one database.
  testTimeout: 60_000,
  maxWorkers: 2,
  // Modules of finished files stay in a worker's memory: beyond this a new one is faster.
  workerIdleMemoryLimit: '900MB',
};
