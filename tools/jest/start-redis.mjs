import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { freePort } from '../start/free-port.mjs';

/**
 * Starts a Redis without persistence, on loopback.
 *
 * @param {string} binary
 * @param {string} folder working directory
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRedis(binary, folder) {
  const port = await freePort();
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const isReady = new Promise((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) done(true);
    });
  });
  if ((await Promise.race([isReady, ended])) !== true) throw new Error('Redis did not start');
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
