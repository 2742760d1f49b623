import { nodeProject } from './preset.mjs';

/** The API over HTTP on a real database: one file per feature, each with its own database. */
export default {
  ...nodeProject,
  roots: [`${nodeProject.rootDir}backend/test`],
  testMatch: ['**/*.e2e-spec.ts'],
  // Bounds hanging tests, not slow ones: several files share two cores and one database.
  testTimeout: 120_000,
  maxWorkers: 3,
  // Modules of finished files stay in the memory of a worker: beyond this it is restarted.
  workerIdleMemoryLimit: '900MB',
};
