import { fileURLToPath } from 'node:url';

import { browserProject as browser } from '@kickoff/remote-kit/jest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Common options of all Jest projects. */
const common = {
  rootDir: root,
  moduleFileExtensions: browser.moduleFileExtensions,
  modulePathIgnorePatterns: browser.modulePathIgnorePatterns,
};

/** Loaded by Node itself, with the options of `tools/jest.mjs`. */
export const nodeProject = {
  ...common,
  transform: {},
  injectGlobals: false,
  runtime: `${root}tools/jest/native/runtime.mjs`,
  testEnvironment: `${root}tools/jest/native/environment.mjs`,
};

/** ES modules, compiled by swc as in builds. */
export const browserProject = { ...common, ...browser };
