import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { Part } from './part.mjs';
import { startProgram } from './program.mjs';

const STOP_LIMIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/**
 * A Redis without persistence: after its end it has lost all data.
 *
 * @param {string} binary
 * @param {{ port: number, folder: string, onChange: () => Promise<void> }} options
 */
export function createRedis(binary, { port, folder, onChange }) {
  const launch = async () => {
    const program = startProgram({
      command: [
        binary,
        ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      ],
      logFile: join(folder, 'redis.log'),
      stopLimitMs: STOP_LIMIT_MS,
    });
    return { ...program, ready: (/** @type {AbortSignal} */ signal) => answers(port, signal) };
  };
  return new Part('redis', launch, onChange);
}

/** @param {number} port @param {AbortSignal} signal */
async function answers(port, signal) {
  for (;;) {
    signal.throwIfAborted();
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write('PING\r\n');
      const [answer] = await once(socket, 'data');
      if (String(answer).startsWith('+PONG')) return;
    } catch {
      // Not there yet.
    } finally {
      socket.destroy();
    }
    await delay(LOOK_EVERY_MS);
  }
}
