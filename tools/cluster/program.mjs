import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/**
 * @typedef {object} RunningProgram
 * @property {number} pid
 * @property {Promise<string>} ended resolves with the exit code or signal, in words
 * @property {() => Promise<void>} stop ends it: SIGTERM, after a while SIGKILL
 */

/**
 * Starts a program in a process group of its own, because Ctrl-C in a terminal goes to the whole group and the parts
 * have to end in order.
 *
 * @param {object} program
 * @param {[path: string, ...options: string[]]} program.command
 * @param {string} program.logFile
 * @param {number} program.stopLimitMs until SIGKILL
 * @param {string} [program.cwd]
 * @param {NodeJS.ProcessEnv} [program.env]
 * @returns {RunningProgram}
 */
export function startProgram({ command: [path, ...options], logFile, stopLimitMs, cwd, env }) {
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(path, options, { stdio: ['ignore', log, log], detached: true, cwd, env });
  closeSync(log);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  /** @type {Promise<string>} */
  const ended = new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) =>
      done(code === null ? `by ${signal}` : `with code ${code}`),
    );
  });
  void ended.then(() => process.off('exit', endWithUs));
  const stop = async () => {
    child.kill('SIGTERM');
    // A frozen process takes SIGTERM only after this.
    child.kill('SIGCONT');
    const timer = setTimeout(endWithUs, stopLimitMs);
    await ended;
    clearTimeout(timer);
  };
  return { pid: child.pid ?? 0, ended, stop };
}

/**
 * Waits until an HTTP server answers with one of these statuses.
 *
 * @param {string} url
 * @param {(status: number) => boolean} isReady
 * @param {AbortSignal} signal
 */
export async function untilAnswering(url, isReady, signal) {
  for (;;) {
    signal.throwIfAborted();
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (isReady(status)) return;
    } catch {
      // Not there yet.
    }
    await delay(LOOK_EVERY_MS);
  }
}
