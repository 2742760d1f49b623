import { once } from 'node:events';
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port of loopback on which nobody listens */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await once(probe.close(), 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
