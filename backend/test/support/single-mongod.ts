import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';

import { aFreePort } from './server-process.js';
import { until } from './until.js';

/** Starts a mongod that is no member of a replica set. */
export async function aSingleMongod(
  folder: string,
): Promise<{ uri: string; stop: () => Promise<void> }> {
  const port = await aFreePort();
  await mkdir(folder);
  const mongod = spawn(
    process.env['KICKOFF_TEST_MONGOD'] ?? 'mongod',
    ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    { stdio: 'ignore' },
  );
  await until(() => accepts(port));
  const stop = async () => {
    mongod.kill('SIGKILL');
    await once(mongod, 'exit');
  };
  return { uri: `mongodb://127.0.0.1:${port}/kickoff`, stop };
}

async function accepts(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
