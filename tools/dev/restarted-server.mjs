import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { root, say } from '../start/long-step.mjs';

const main = fileURLToPath(new URL('backend/dist/main.js', root));

/** The server as a process of its own, because a loaded module cannot be loaded anew. */
export class RestartedServer {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  /** @type {Promise<void>} */
  #restarts = Promise.resolve();
  #env;

  /** @param {NodeJS.ProcessEnv} env variables beside our own */
  constructor(env) {
    this.#env = { ...process.env, ...env };
  }

  start() {
    // In a process group of its own: Ctrl-C comes to us, and we end it in order.
    const child = spawn(process.execPath, ['--enable-source-maps', main], {
      stdio: 'inherit',
      env: this.#env,
      detached: true,
    });
    this.#child = child;
    const endWithUs = () => child.kill('SIGTERM');
    process.once('exit', endWithUs);
    child.once('exit', (code) => {
      this.#child = undefined;
      process.off('exit', endWithUs);
      if (code !== 0) say('The server has ended. It is started again with the next change.');
    });
  }

  /** One after the other: a change may come while the last one is still being taken up. */
  restart() {
    this.#restarts = this.#restarts.then(async () => {
      await this.stop();
      this.start();
    });
  }

  async stop() {
    if (this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
