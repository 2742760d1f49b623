import { readdirSync } from 'node:fs';

import { browserProject, nodeProject } from './preset.mjs';

const root = nodeProject.rootDir;
const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));

/** Rules and pure functions: specs next to the code. */
export default {
  rootDir: root,
  projects: [
    {
      ...nodeProject,
      displayName: 'node',
      roots: [
        'backend/src',
        'libs/contracts',
        'libs/remote-kit/build',
        'libs/testing',
        'tools',
      ].map((p) => root + p),
      testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
    },
    {
      ...browserProject,
      displayName: 'browser',
      roots: ['libs/ui', 'libs/web', 'libs/remote-kit/src', 'shell', ...remotes].map(
        (p) => root + p,
      ),
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
    },
  ],
  // Bounds hanging tests, not slow ones: videos are cut at every byte.
  testTimeout: 30_000,
  maxWorkers: 2,
  // Modules of finished files stay in the memory of a worker, so that garbage collection takes ever
  // longer: beyond this it is restarted.
  workerIdleMemoryLimit: '600MB',
};
