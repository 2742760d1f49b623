import { once } from 'node:events';
import { connect, createServer } from 'node:net';

import { describe, expect, it } from '@jest/globals';
import mongoose, { mongo } from 'mongoose';

import { isDatabaseAway } from './database-away.js';

/** An error in the form Node's sockets throw it. */
function socketError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Provokes the error Node throws for a write after the peer has ended the connection. */
async function writeAfterEndError(): Promise<unknown> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const socket = connect({ port: address.port, allowHalfOpen: false });
  socket.resume();
  await once(socket, 'end');
  const failed = new Promise((done) => socket.once('error', done));
  socket.write('x');
  const error = await failed;
  server.close();
  return error;
}

/** Wraps an error as the driver does when it ends a bulk write. */
function bulkWriteError(error: Error): Error {
  return Reflect.construct(mongo.MongoBulkWriteError, [error, {}]) as Error;
}

describe('isDatabaseAway', () => {
  it("returns true for Node's raw error 'ended by the other party'", async () => {
    const error = await writeAfterEndError();

    expect(String(error)).toContain('This socket has been ended by the other party');
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    socketError('ECONNRESET', 'read ECONNRESET'),
    socketError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:27017'),
    socketError('ECONNABORTED', 'write ECONNABORTED'),
    socketError('ETIMEDOUT', 'connect ETIMEDOUT'),
    socketError('EHOSTUNREACH', 'connect EHOSTUNREACH'),
    socketError('ENETUNREACH', 'connect ENETUNREACH'),
    socketError('ENOTCONN', 'shutdown ENOTCONN'),
    socketError('ENOTFOUND', 'getaddrinfo ENOTFOUND db'),
    socketError('EAI_AGAIN', 'getaddrinfo EAI_AGAIN db'),
    socketError('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'),
    socketError('ERR_STREAM_WRITE_AFTER_END', 'write after end'),
    socketError('ERR_STREAM_PREMATURE_CLOSE', 'Premature close'),
    socketError('ERR_SOCKET_CLOSED', 'Socket is closed'),
    socketError('ERR_SOCKET_CONNECTION_TIMEOUT', 'Socket connection timeout'),
    new mongo.MongoNetworkError('connection 7 to 127.0.0.1:27017 closed'),
    new mongo.MongoOperationTimeoutError('Timed out during socket read (3000ms)'),
    Object.defineProperty(new mongo.MongoDriverError('closed connection pool'), 'name', {
      value: 'MongoPoolClosedError',
    }),
    bulkWriteError(new mongo.MongoNetworkError('connect ECONNREFUSED 127.0.0.1:27017')),
    bulkWriteError(socketError('ECONNRESET', 'read ECONNRESET')),
    new mongo.MongoServerError({ code: 11_600, message: 'interrupted at shutdown' }),
    new mongo.MongoServerError({ code: 251, errorLabels: ['TransientTransactionError'] }),
    new mongoose.MongooseError('Cannot call `users.find()` if `bufferCommands` = false'),
  ])('returns true for %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('returns true for a nested cause or an aggregated error', () => {
    const reset = socketError('ECONNRESET', 'read ECONNRESET');

    expect(isDatabaseAway(new Error('a', { cause: new Error('b', { cause: reset }) }))).toBe(true);
    expect(isDatabaseAway(new AggregateError([new Error('no'), reset]))).toBe(true);
  });

  it('returns true for the error the driver throws at a commit of a raw error', () => {
    const commitError: { hasErrorLabel?: () => boolean } = {};
    let fault: unknown;
    try {
      (commitError as { hasErrorLabel: () => boolean }).hasErrorLabel();
    } catch (error) {
      fault = error;
    }

    expect(isDatabaseAway(fault)).toBe(true);
  });

  it('terminates on circular causes', () => {
    const one: Error & { cause?: unknown } = new Error('one');
    one.cause = new Error('two', { cause: one });

    expect(isDatabaseAway(one)).toBe(false);
  });

  it.each([
    undefined,
    'ECONNRESET',
    new Error('a bug'),
    new TypeError('x is not a function'),
    socketError('ENOENT', 'no such file'),
    socketError('EACCES', 'permission denied'),
    new mongo.MongoServerError({ code: 11_000, message: 'duplicate key' }),
    new mongo.MongoServerError({ code: 2, message: 'BadValue' }),
    new mongo.MongoInvalidArgumentError('no such option'),
  ])('returns false for %s', (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
