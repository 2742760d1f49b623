import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import jestRuntime from 'jest-runtime';

import { SourceMaps } from './source-maps.mjs';

/** Its types describe the CommonJS build. */
const Runtime = /** @type {typeof jestRuntime.default} */ (/** @type {unknown} */ (jestRuntime));

const require = createRequire(import.meta.url);
const sourceMaps = new SourceMaps();

/** @typedef {import('./globals.mjs').Globals} Globals */

/** @returns {never} */
function refuse() {
  throw new Error('Modules cannot be mocked or reset: the test files of a worker share them.');
}

/** Functions of Jest that need its own module loading. */
const MODULE_MOCKS = {
  mock: refuse,
  doMock: refuse,
  unstable_mockModule: refuse,
  resetModules: refuse,
  isolateModules: refuse,
  isolateModulesAsync: refuse,
};

/** The key under which jest-circus stores the event handlers of one test file. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Runs test files in plain Node, which loads each module once per worker instead of once per file
 * in a vm context (docs/decisions/0022-native-test-modules.md).
 */
export default class NativeRuntime extends Runtime {
  /** @override */
  unstable_shouldLoadAsEsm() {
    return true;
  }

  /**
   * @override
   * @param {string} path
   */
  async unstable_importModule(path) {
    // Imported here, because only `import` uses the module registry of the test files.
    const { provide } = await import('./globals.mjs');
    /** @type {Globals} */
    const globals = this.requireModuleOrMock(path, '@jest/globals');
    provide({ ...globals, jest: { ...globals.jest, ...MODULE_MOCKS } });
    return /** @type {unknown} */ (await import(pathToFileURL(path).href));
  }

  /**
   * Loads jest-circus, anew for each test file because its module state contains the tests of one file.
   *
   * @override
   * @template T
   * @param {string} path
   * @returns {T}
   */
  requireInternalModule(path) {
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  /** @override */
  getSourceMaps() {
    return sourceMaps;
  }
}
