/**
 * The exports of `@jest/globals` for test files. The bindings change with the test file, also for
 * support modules that are loaded once per worker.
 *
 * @typedef {typeof import('@jest/globals')} Globals
 */

/** @type {Globals['afterAll']} */
export let afterAll;
/** @type {Globals['afterEach']} */
export let afterEach;
/** @type {Globals['beforeAll']} */
export let beforeAll;
/** @type {Globals['beforeEach']} */
export let beforeEach;
/** @type {Globals['describe']} */
export let describe;
/** @type {Globals['expect']} */
export let expect;
/** @type {Globals['it']} */
export let it;
/** @type {Globals['jest']} */
export let jest;
/** @type {Globals['test']} */
export let test;

/** @param {Globals} globals those of the test file that starts */
export function provide(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
