import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ExpressAdapter } from '@nestjs/platform-express';

import type { Admission } from '../admission/admission.js';
import { type CodedError, InvalidInput, TooLarge, Unavailable } from '../errors/coded-errors.js';
import { errorAnswer } from '../errors/error.filter.js';
import { endUnreadBody } from './unread-body.js';

/** How long a client may take, and how much its headers may hold (SECURITY-BAR §5). */
const SERVER_LIMITS = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // The slowest upload; JSON bodies have a shorter time of their own.
  requestTimeout: 120_000,
  maxHeaderSize: 16 * 1024,
  // Longer than a front keeps an idle connection (Caddy and most others: 2 minutes at most),
  // so that it never sends a call on one that ends at this moment.
  keepAliveTimeout: 130_000,
};

/** Express over a server with our limits, whose own refusals have the shape of all others. */
export class HttpAdapter extends ExpressAdapter {
  private admission: Pick<Admission, 'admit' | 'connected'> | undefined;

  /** From now on every request passes this admission control, before Express sees it. */
  admitBy(admission: Pick<Admission, 'admit' | 'connected'>): void {
    this.admission = admission;
  }

  override initHttpServer(): void {
    const handle: (request: IncomingMessage, response: ServerResponse) => void = this.getInstance();
    this.httpServer = createServer(SERVER_LIMITS, (request, response) => {
      endUnreadBody(request, response);
      this.admission?.admit(
        request,
        response,
        () => handle(request, response),
        () => refuseBusy(response),
      );
    });
    this.httpServer.on('connection', () => this.admission?.connected());
    this.httpServer.on('clientError', refuse);
  }
}

/** Under overload a refusal has to cost next to nothing: nothing of Express and no line in the log. */
function refuseBusy(response: ServerResponse): void {
  const error = new Unavailable('KickOff is very busy. Please try again in a moment.', 2);
  const requestId = randomUUID();
  response
    .writeHead(error.status, { ...refusalHeaders(requestId), ...error.facts.headers })
    .end(JSON.stringify(errorAnswer(error, requestId)));
}

function refusalHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  };
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
      ...Object.entries(refusalHeaders(requestId)).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
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
