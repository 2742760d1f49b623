import type { Socket } from 'node:net';

import type { Response } from 'express';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
  // The server may end a stream at any time: a client must not reuse this connection.
  Connection: 'close',
};
const LAST_CHUNK = '0\r\n\r\n';

/** The connection that a stream is written to. */
export interface SseConnection {
  /** Sends the response head; call once, before `write`. */
  writeHead(): void;
  /** The same array written to many connections is framed once. */
  write(bytes: Uint8Array): void;
  end(): void;
  destroy(): void;
  /** Bytes written but not yet sent. */
  readonly bufferedBytes: number;
  readonly isClosed: boolean;
  onClose(listener: () => void): void;
}

/** Opens a connection for a response: the raw socket for HTTP/1.1, else the response itself. */
export function openConnection(response: Response): SseConnection {
  const { socket, req } = response;
  return socket && req.httpVersion === '1.1'
    ? new SocketConnection(response, socket)
    : new ResponseConnection(response);
}

/** HTTP chunks by their payload. */
const chunks = new WeakMap<Uint8Array, Uint8Array>();

function toChunk(bytes: Uint8Array): Uint8Array {
  const known = chunks.get(bytes);
  if (known) return known;
  const size = `${bytes.length.toString(16)}\r\n`;
  const chunk = Buffer.concat([Buffer.from(size), bytes, Buffer.from('\r\n')]);
  chunks.set(bytes, chunk);
  return chunk;
}

/**
 * Writes to the socket. A stream is open for hours, and the request, response, headers and
 * middleware state would use twice the memory of the connection.
 */
class SocketConnection implements SseConnection {
  /** The response until its head is sent. */
  private response: Response | undefined;
  private hasEnded = false;

  constructor(
    response: Response,
    private readonly socket: Socket,
  ) {
    this.response = response;
  }

  get bufferedBytes(): number {
    return this.socket.writableLength;
  }

  get isClosed(): boolean {
    return this.hasEnded || this.socket.writableEnded || this.socket.destroyed;
  }

  writeHead(): void {
    const { response, socket } = this;
    if (!response) return;
    this.response = undefined;
    // Announces chunks but ends without one: Node considers the response finished and releases it.
    response.writeHead(200, { ...HEADERS, 'Transfer-Encoding': 'chunked' });
    response.chunkedEncoding = false;
    // Node destroys the socket of a finished `close` response; this one must stay open.
    socket.destroySoon = () => undefined;
    response.once('close', () => Reflect.deleteProperty(socket, 'destroySoon'));
    // A pipelined request would be answered in the middle of the stream.
    socket.on('data', () => socket.destroy());
    response.end();
  }

  write(bytes: Uint8Array): void {
    this.socket.write(toChunk(bytes));
  }

  end(): void {
    if (this.isClosed) return;
    this.hasEnded = true;
    if (this.response) {
      this.response.writeHead(200, HEADERS).end();
      return;
    }
    this.socket.write(LAST_CHUNK);
    this.socket.destroySoon();
  }

  destroy(): void {
    this.socket.destroy();
  }

  onClose(listener: () => void): void {
    this.socket.on('close', listener);
  }
}

/** Writes to the response, for clients without chunked encoding. */
class ResponseConnection implements SseConnection {
  constructor(private readonly response: Response) {}

  get bufferedBytes(): number {
    return this.response.writableLength;
  }

  get isClosed(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  writeHead(): void {
    this.response.writeHead(200, HEADERS);
  }

  write(bytes: Uint8Array): void {
    this.response.write(bytes);
  }

  end(): void {
    this.response.end();
  }

  destroy(): void {
    this.response.destroy();
  }

  onClose(listener: () => void): void {
    this.response.on('close', listener);
  }
}
