import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';

import { ExpressAdapter } from '@nestjs/platform-express';

import { type CodedError, InvalidInput, TooLarge } from '../errors/coded-errors.js';
import { errorAnswer } from '../errors/error.filter.js';

/** How long a client may take, and how much its headers may hold (SECURITY-BAR §5). */
const SERVER_LIMITS = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // The slowest upload; JSON bodies have a shorter time of their own.
  requestTimeout: 120_000,
  maxHeaderSize: 16 * 1024,
};

/** Express over a server with our limits, whose own refusals have the shape of all others. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(SERVER_LIMITS, this.getInstance());
    this.httpServer.on('clientError', refuse);
  }
}

/** Answers what Node refuses before there is a request. */
function refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  // Browsers open connections in advance: one on which nothing came yet is closed without a word,
  // or the word would answer the request that is sent at this very moment.
  if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const coded = refusalOf(error);
  const requestId = randomUUID();
  const body = JSON.stringify(errorAnswer(coded, requestId));
  socket.end(
    [
      `HTTP/1.1 ${coded.status} ${coded.code}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function refusalOf(error: { code?: string; rawPacket?: Buffer }): CodedError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const isAddress = !error.rawPacket?.subarray(0, SERVER_LIMITS.maxHeaderSize).includes('\n');
    return isAddress
      ? new TooLarge('The address is too long', 414)
      : new TooLarge('The headers are too large', 431);
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new InvalidInput('The request did not arrive in time');
  }
  return new InvalidInput('The request could not be read');
}
