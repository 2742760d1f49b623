import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { serverEnvironment } from '../../server-settings.js';

const BACKEND = fileURLToPath(new URL('../../../backend/', import.meta.url));

export async function aFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return String(address.port);
}

export interface OwnServer {
  url: string;
  /** Its folder `KICKOFF_DATA`. */
  data: string;
  stop: () => Promise<void>;
}

/** Starts another built server with its own settings, an empty database and the built front end. */
export async function anOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const data = await mkdtemp(join(tmpdir(), 'kickoff-own-'));
  const port = await aFreePort();
  const server = spawn(process.execPath, ['dist/main.js'], {
    cwd: BACKEND,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...serverEnvironment(),
      PORT: port,
      KICKOFF_DATA: data,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '100',
      ...settings,
    },
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'close');
    }
    await rm(data, { recursive: true, force: true });
  };
  let said = '';
  const ready = new Promise<void>((resolve) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('KickOff is ready')) resolve();
    });
  });
  await Promise.race([ready, once(server, 'close')]);
  if (server.exitCode !== null || server.signalCode !== null) {
    await stop();
    throw new Error(`The server did not start: ${said}`);
  }
  return { url: `http://localhost:${port}`, data, stop };
}
