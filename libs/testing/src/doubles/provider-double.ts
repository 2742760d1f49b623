import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The reaction to a call: a response, none, or a truncated one. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | 'hang'
  | 'cut';

/** A football provider on loopback whose responses a test sets. */
export class ProviderDouble {
  /** Path and query of each call, in order. */
  readonly calls: string[] = [];
  /** The headers of the latest call. */
  headers: IncomingMessage['headers'] = {};
  private readonly server = createServer((request, response) => this.answer(request, response));

  /** @param reply returns the response to a path with its query */
  constructor(public reply: (path: string) => Reply) {}

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The double has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.calls.push(path);
    this.headers = request.headers;
    const reply = this.reply(path);
    if (reply === 'hang') return;
    if (reply === 'cut') {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"matches":[', () => response.destroy());
      return;
    }
    const { status = 200, headers = {}, body } = reply;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}
