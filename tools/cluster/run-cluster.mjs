import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { giveUp, say } from '../start/long-step.mjs';
import { Cluster } from './cluster.mjs';

/** Ctrl-C reaches this process twice: from the terminal and, handed on, from npm. */
const SAME_SIGNAL_MS = 1_000;
const HIGHEST_PORT = 65_000;

/**
 * Runs a cluster on temporary data until the work is done, a signal comes or a part does not stay up. Then it ends
 * all parts, and the process: with an exit code of 1 and the logs left after a fault.
 *
 * @param {object} options
 * @param {string} options.port of the front, as text
 * @param {NodeJS.ProcessEnv} options.settings of all servers
 * @param {(ready: { line: string, folder: string }, signal: AbortSignal) => Promise<number>} options.work returns
 *   the exit code
 * @returns {Promise<never>}
 */
export async function runCluster({ port, settings, work }) {
  if (!/^[1-9]\d{3,4}$/.test(port) || Number(port) > HIGHEST_PORT) {
    giveUp(`PORT must be a whole number from 1000 to ${HIGHEST_PORT}.`);
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-cluster-')));
  const cluster = new Cluster({ port: Number(port), folder, settings });
  const interrupted = new AbortController();
  const aborted = untilSignal(interrupted);
  let code = 0;
  let fault = '';
  try {
    const line = await Promise.race([cluster.start(), cluster.failed.then(toError), aborted]);
    const worked = work({ line, folder }, interrupted.signal);
    code = await Promise.race([worked, cluster.failed.then(toError), aborted]);
  } catch (error) {
    if (!interrupted.signal.aborted) fault = error instanceof Error ? error.message : String(error);
  }
  interrupted.abort();
  await cluster.stop();
  if (fault !== '') giveUp(`${fault}\nThe logs are in ${folder}.`);
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
}

/**
 * Rejects at the first signal; ends the process at once at a second one.
 *
 * @param {AbortController} interrupted
 * @returns {Promise<never>}
 */
function untilSignal(interrupted) {
  let sinceMs = 0;
  return new Promise((_, reject) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        if (sinceMs === 0) {
          sinceMs = Date.now();
          say('Stopping all parts: running requests are finished first. Once more ends at once.');
          interrupted.abort();
          reject(new Error(signal));
        } else if (Date.now() - sinceMs > SAME_SIGNAL_MS) {
          process.exit(1);
        }
      });
    }
  });
}

/** @param {string} fault @returns {never} */
function toError(fault) {
  throw new Error(fault);
}
