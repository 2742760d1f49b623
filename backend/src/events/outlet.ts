import type { Socket } from 'node:net';

import type { Response } from 'express';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
  // The server ends streams when it likes: a client must not send its next request on this connection.
  Connection: 'close',
};
const LAST_CHUNK = '0\r\n\r\n';

/** Where a stream is written to. */
export interface Outlet {
  /** Sends the head; from then on it takes pieces. */
  begin(): void;
  /** The same bytes given to many outlets are framed once for all of them. */
  write(bytes: Uint8Array): void;
  end(): void;
  drop(): void;
  /** What is written and has not left yet. */
  readonly waitingBytes: number;
  readonly isClosed: boolean;
  onClose(listener: () => void): void;
}

/** The outlet for an answer: its bare connection where the client speaks HTTP/1.1. */
export function outletOf(response: Response): Outlet {
  const { socket, req } = response;
  return socket && req.httpVersion === '1.1'
    ? new BareOutlet(response, socket)
    : new AnswerOutlet(response);
}

/** Bytes as one chunk of HTTP, for as long as somebody holds them. */
const chunks = new WeakMap<Uint8Array, Uint8Array>();

function chunkOf(bytes: Uint8Array): Uint8Array {
  const known = chunks.get(bytes);
  if (known) return known;
  const size = `${bytes.length.toString(16)}\r\n`;
  const chunk = Buffer.concat([Buffer.from(size), bytes, Buffer.from('\r\n')]);
  chunks.set(bytes, chunk);
  return chunk;
}

/**
 * Writes to the connection itself. A stream is open for hours, and a request with its answer, their
 * headers and all that middleware hung on them weighs twice as much as the connection.
 */
class BareOutlet implements Outlet {
  private response: Response | undefined;

  constructor(
    response: Response,
    private readonly socket: Socket,
  ) {
    this.response = response;
  }

  get waitingBytes(): number {
    return this.socket.writableLength;
  }

  get isClosed(): boolean {
    return this.socket.writableEnded || this.socket.destroyed;
  }

  begin(): void {
    const { response, socket } = this;
    if (!response) return;
    this.response = undefined;
    // Announces chunks and ends without one: for Node the answer is over, and it lets go of it.
    response.writeHead(200, { ...HEADERS, 'Transfer-Encoding': 'chunked' });
    response.chunkedEncoding = false;
    // Node ends the connection of an answer that is over and says `close`; this one goes on.
    socket.destroySoon = () => undefined;
    response.once('close', () => Reflect.deleteProperty(socket, 'destroySoon'));
    // Another request on this connection would be answered in the midst of the stream.
    socket.on('data', () => socket.destroy());
    response.end();
  }

  write(bytes: Uint8Array): void {
    this.socket.write(chunkOf(bytes));
  }

  end(): void {
    if (this.isClosed) return;
    this.socket.write(LAST_CHUNK);
    this.socket.destroySoon();
  }

  drop(): void {
    this.socket.destroy();
  }

  onClose(listener: () => void): void {
    this.socket.on('close', listener);
  }
}

/** Writes by the answer, for clients that know no chunks. */
class AnswerOutlet implements Outlet {
  constructor(private readonly response: Response) {}

  get waitingBytes(): number {
    return this.response.writableLength;
  }

  get isClosed(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  begin(): void {
    this.response.writeHead(200, HEADERS);
  }

  write(bytes: Uint8Array): void {
    this.response.write(bytes);
  }

  end(): void {
    this.response.end();
  }

  drop(): void {
    this.response.destroy();
  }

  onClose(listener: () => void): void {
    this.response.on('close', listener);
  }
}
