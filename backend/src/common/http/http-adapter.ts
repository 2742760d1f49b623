import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ExpressAdapter } from '@nestjs/platform-express';

import type { Admission } from '../admission/admission.js';
import { type CodedError, InvalidInput, TooLarge, Unavailable } from '../errors/coded-errors.js';
import { errorAnswer } from '../errors/error.filter.js';
import { endUnreadBody } from './unread-body.js';

/** Timeouts and header size of the server (SECURITY-BAR §5). */
const SERVER_LIMITS = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // For the slowest upload; JSON bodies have a shorter timeout.
  requestTimeout: 120_000,
  maxHeaderSize: 16 * 1024,
  // Longer than the idle timeout of a reverse proxy (Caddy and most others: at most 2 minutes), so
  // that it never reuses a connection that is being closed.
  keepAliveTimeout: 130_000,
  // Checked here: Node's own response has another shape.
  requireHostHeader: false,
};

/** Express on a server with our limits, whose own errors have the standard shape. */
export class HttpAdapter extends ExpressAdapter {
  private admission: Pick<Admission, 'admit' | 'connected'> | undefined;

  /** Passes every further request through admission control before Express. */
  admitBy(admission: Pick<Admission, 'admit' | 'connected'>): void {
    this.admission = admission;
  }

  override initHttpServer(): void {
    const handle: (request: IncomingMessage, response: ServerResponse) => void = this.getInstance();
    this.httpServer = createServer(SERVER_LIMITS, (request, response) => {
      endUnreadBody(request, response);
      if (request.headers.host === undefined && request.httpVersion !== '1.0') {
        respond(response, unreadable());
        return;
      }
      this.admission?.admit(
        request,
        response,
        () => handle(request, response),
        () => respond(response, busy()),
      );
    });
    this.httpServer.on('connection', () => this.admission?.connected());
    this.httpServer.on('clientError', refuse);
    // By default Node responds 417 itself, in another shape than ours.
    this.httpServer.on('checkExpectation', (request, response) =>
      this.httpServer.emit('request', request, response),
    );
  }
}

function busy(): CodedError {
  return new Unavailable('KickOff is very busy. Please try again in a moment.', 2);
}

function unreadable(): CodedError {
  return new InvalidInput('The request could not be read');
}

/** Under overload a refusal must be cheap: it bypasses Express and the log. */
function respond(response: ServerResponse, error: CodedError): void {
  const requestId = randomUUID();
  const body = JSON.stringify(errorAnswer(error, requestId));
  response
    .writeHead(error.status, {
      ...refusalHeaders(requestId),
      ...error.facts.headers,
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
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

/** Responds to errors that Node reports before there is a request. */
function refuse(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  // Browsers preconnect: a connection without any bytes is closed silently, because a response
  // would be taken for that of a request sent at the same moment.
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
  return unreadable();
}
