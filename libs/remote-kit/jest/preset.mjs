// How specs of browser code run: ES modules compiled by swc, in a window that fails them on console output.
import { fileURLToPath } from 'node:url';

/** @param {string} name of a file beside this one */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
/** @param {string} name of a module that this package depends on */
const installed = (name) => fileURLToPath(import.meta.resolve(name));

/** @param {boolean} tsx */
function swc(tsx) {
  return [
    installed('@swc/jest'),
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
        experimental: { keepImportAttributes: true },
      },
    },
  ];
}

/** Options of a Jest project; without its folders and the form of its specs' names. */
export const browserProject = {
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'tsx', 'json'],
  modulePathIgnorePatterns: ['/dist/', '/[.]types/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  testEnvironment: beside('browser-environment.mjs'),
  moduleNameMapper: {
    '[.]css$': beside('no-style.mjs'),
    '[.]svg$': beside('picture.mjs'),
    '^([.]{1,2}/.*)[.]js$': '$1',
  },
  setupFilesAfterEnv: [
    installed('@testing-library/jest-dom/jest-globals'),
    beside('strict-browser.mjs'),
  ],
  testEnvironmentOptions: { customExportConditions: ['@kickoff/source', 'browser'] },
};
