import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../start/long-step.mjs';
import { MEMORY_OPTIONS, MEMORY_VARIABLES } from '../start/memory.mjs';
import { Part } from './part.mjs';
import { startProgram, untilAnswering } from './program.mjs';

const MAIN = fileURLToPath(new URL('backend/dist/main.js', root));
/** A server ends itself within 10 s. */
const STOP_LIMIT_MS = 10_000;

/**
 * Settings of servers that share their sessions behind one front.
 *
 * @param {number} frontPort
 */
export function sharedSettings(frontPort) {
  const secret = () => randomBytes(32).toString('hex');
  return {
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${frontPort}`,
    JWT_FAN_SECRET: secret(),
    JWT_ADMIN_SECRET: secret(),
  };
}

/**
 * The built server, with the build that is there at each of its starts.
 *
 * @param {{ name: string, port: number, folder: string, settings: NodeJS.ProcessEnv,
 *   onChange: () => Promise<void> }} options
 */
export function createServerInstance({ name, port, folder, settings, onChange }) {
  const data = join(folder, name.replace(' ', '-'));
  const launch = async () => {
    const program = startProgram({
      command: [process.execPath, ...MEMORY_OPTIONS, MAIN],
      logFile: `${data}.log`,
      stopLimitMs: STOP_LIMIT_MS,
      env: { ...MEMORY_VARIABLES, ...settings, PORT: String(port), KICKOFF_DATA: data },
    });
    /** @param {AbortSignal} signal */
    const ready = (signal) =>
      untilAnswering(
        `http://127.0.0.1:${port}/api/health/ready`,
        (status) => status === 200,
        signal,
      );
    return { ...program, ready };
  };
  return new Part(name, launch, onChange);
}

/**
 * The line in which a server states its address and the demo logins.
 *
 * @param {string} folder @param {Part} server
 */
export async function readyLineOf(folder, { name }) {
  const log = await readFile(join(folder, `${name.replace(' ', '-')}.log`), 'utf8');
  return log.split('\n').find((line) => line.startsWith('KickOff is ready')) ?? '';
}
