import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** @typedef {import('@jest/environment').JestEnvironment} JestEnvironment */

/**
 * Jest replaces a worker whose heap is large, garbage included; the next one has to load all
 * modules again.
 */
const HEAP_WITH_GARBAGE = 600_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = /** @type {() => void} */ (runInNewContext('gc'));

/**
 * The process of a worker as the environment of a test file. What a file changes in the process is
 * restored after it.
 *
 * @implements {JestEnvironment}
 */
export default class NativeEnvironment {
  fakeTimers = null;
  global = /** @type {JestEnvironment['global']} */ (/** @type {unknown} */ (globalThis));
  moduleMocker = new ModuleMocker(globalThis);

  /** @param {import('@jest/environment').JestEnvironmentConfig} options */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = {
      console: globalThis.console,
      directory: process.cwd(),
      exit: process.exit,
      variables: { ...process.env },
    };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, directory, exit, variables } = this.before;
    globalThis.console = console;
    process.exit = exit;
    process.chdir(directory);
    for (const name of Object.keys(process.env)) {
      if (!(name in variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, variables);
    if (process.memoryUsage().heapUsed > HEAP_WITH_GARBAGE) collectGarbage();
  }

  getVmContext() {
    return null;
  }
}
