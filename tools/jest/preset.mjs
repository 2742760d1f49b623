import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {boolean} tsx */
function swc(tsx) {
  return [
    '@swc/jest',
    {
      swcrc: false,
      sourceMaps: 'inline',
      jsc: {
        parser: { syntax: 'typescript', tsx, decorators: true },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          react: { runtime: 'automatic' },
        },
        keepClassNames: true,
        target: 'es2022',
      },
    },
  ];
}

/** Common options of all Jest projects. */
const common = {
  rootDir: root,
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'tsx', 'json'],
  modulePathIgnorePatterns: ['/dist/', '/[.]types/'],
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
export const browserProject = {
  ...common,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  testEnvironment: `${root}tools/jest/browser-environment.mjs`,
  moduleNameMapper: {
    '[.]css$': `${root}tools/jest/no-style.mjs`,
    '[.]svg$': `${root}tools/jest/picture.mjs`,
    '^([.]{1,2}/.*)[.]js$': '$1',
  },
  setupFilesAfterEnv: [
    '@testing-library/jest-dom/jest-globals',
    `${root}tools/jest/strict-browser.mjs`,
  ],
  testEnvironmentOptions: { customExportConditions: ['@kickoff/source', 'browser'] },
};
