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

/** What all of our Jest projects have in common: ES modules, compiled by swc as the builds are. */
const common = {
  rootDir: root,
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'tsx', 'json'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  modulePathIgnorePatterns: ['/dist/', '/[.]types/'],
};

/** Code that runs in Node imports with the suffix `.js`, as Node needs it. */
export const nodeProject = {
  ...common,
  testEnvironment: 'node',
  moduleNameMapper: { '^([.]{1,2}/.*)[.]js$': '$1' },
  // Our libraries from their sources: no build before a test.
  testEnvironmentOptions: { customExportConditions: ['@kickoff/source', 'node', 'node-addons'] },
};

export const browserProject = {
  ...common,
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
