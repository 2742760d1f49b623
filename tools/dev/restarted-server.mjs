import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { root, say } from '../start/long-step.mjs';

const main = fileURLToPath(new URL('backend/dist/main.js', root));

/** The server in a separate process, because a loaded module cannot be reloaded. */
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
    // A separate process group: Ctrl-C reaches this process, which stops the server cleanly.
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

  /** Sequential: a change may arrive during a restart. */
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
