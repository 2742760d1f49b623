import { connect } from 'node:net';

import { z } from 'zod';

/** A response over a raw connection. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends raw bytes, which no HTTP client would send, and reads the first response. */
export async function overRawSocket(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let text = '';
  try {
    for await (const chunk of socket) {
      text += z.instanceof(Buffer).parse(chunk).toString();
      const answer = parsed(text);
      if (answer) return answer;
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`The connection ended before an answer: ${text}`);
}

/** Sends a request of a head with LF between its lines, and a body. */
export function sendRaw(
  { url }: { url: string },
  head: string,
  body: string | Buffer = '',
): Promise<RawAnswer> {
  return overRawSocket(
    url,
    Buffer.concat([
      Buffer.from(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`, 'latin1'),
      Buffer.from(body),
    ]),
  );
}

/** Parses the response once it is complete. */
function parsed(text: string): RawAnswer | undefined {
  const [head = '', body] = text.split(/\r\n\r\n(.*)/s);
  if (body === undefined) return undefined;
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return { status: Number(first.split(' ')[1]), headers, body };
}
