import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import type { Settings } from '../config/env.js';
import { StartError } from '../config/start-error.js';
import { errorCode } from '../errors/error-code.js';

type Address = Pick<Settings, 'host' | 'port'>;

/**
 * Listen backlog: beyond it the system drops connection attempts, which are repeated seconds later.
 */
const BACKLOG = 4_096;

/**
 * Listens at an address.
 *
 * @throws StartError with the remedy if that is not possible
 */
export async function listenAt(server: Server, { host, port }: Address): Promise<void> {
  try {
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
  } catch (error) {
    const fault = whyNotListening(errorCode(error), { host, port });
    throw fault === undefined ? error : new StartError(fault);
  }
}

/** Throws like `listenAt`; does not continue to listen. */
export async function requireListenable(address: Address): Promise<void> {
  const probe = createServer((caller) => caller.destroy());
  await listenAt(probe, address);
  await once(probe.close(), 'close');
}

function whyNotListening(code: string | undefined, { host, port }: Address): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} is not open to this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine. Set it to one of its own, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
