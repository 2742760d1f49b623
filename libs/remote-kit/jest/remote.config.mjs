import { browserProject } from './preset.mjs';

/** The specs of one remote, in the folder that Jest runs in. */
export default {
  ...browserProject,
  rootDir: process.cwd(),
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
};
