import { Socket } from 'node:net';

import { jest } from '@jest/globals';

import { databaseServer } from './databases.js';

/** How many bytes this process sends to the database during a call. */
export async function bytesSentDuring(call: () => PromiseLike<unknown>): Promise<number> {
  const port = Number(databaseServer().port);
  let bytes = 0;
  const spy = jest.spyOn(Socket.prototype, 'write');
  try {
    await call();
    spy.mock.calls.forEach(([data], at) => {
      const socket = spy.mock.contexts[at];
      const isToDatabase = socket instanceof Socket && socket.remotePort === port;
      if (isToDatabase) bytes += Buffer.byteLength(data);
    });
    return bytes;
  } finally {
    spy.mockRestore();
  }
}
