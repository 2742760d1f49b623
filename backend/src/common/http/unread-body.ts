import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body this small is read to its end, so that the connection can be reused. */
const SMALL_BYTES = 64 * 1024;

/** Time and bytes for which a body is still read after its refusal. */
const LINGER = { ms: 2_000, bytes: 8 * 1024 * 1024 };

/**
 * Ends the connection of a request answered before its body has arrived. A client that is still
 * sending would lose the response on a reset, so its data is read and discarded for a moment before
 * the end.
 */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!mayGrow(request)) return;
  const end = response.end.bind(response);
  response.end = (...parts: unknown[]): ServerResponse => {
    const isRead = request.complete || response.destroyed;
    if (!isRead && !response.headersSent) response.setHeader('Connection', 'close');
    const [body] = parts;
    if (typeof body === 'string' || body instanceof Uint8Array) response.write(body);
    else response.flushHeaders();
    if (isRead) end();
    else readOn(request, end);
    return response;
  };
}

function mayGrow({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > SMALL_BYTES
  );
}

/** Reads and discards incoming data, within `LINGER`. */
function readOn(request: IncomingMessage, onOver: () => void): void {
  let bytes = 0;
  const stop = () => {
    clearTimeout(timer);
    request.off('data', count).off('end', stop).off('close', stop);
    request.pause();
    onOver();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER.bytes) stop();
  };
  const timer = setTimeout(stop, LINGER.ms);
  request.on('data', count).on('end', stop).on('close', stop);
  request.resume();
}
