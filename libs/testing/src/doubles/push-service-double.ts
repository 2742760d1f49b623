import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as a push service receives it. */
export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  atMs: number;
}

type Answer = (response: ServerResponse, push: ReceivedPush) => void;

const created: Answer = (response) => void response.writeHead(201).end();

/** A push service that speaks HTTP on loopback and stores what it receives. */
export class PushServiceDouble {
  readonly received: ReceivedPush[] = [];
  /** Its response; by default it accepts everything. */
  answer: Answer = created;
  private readonly server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const push = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        atMs: Date.now(),
      };
      this.received.push(push);
      this.answer(response, push);
    });
  });

  /** Listens on a port; by default on a free one. */
  static async open(port = 0): Promise<PushServiceDouble> {
    const double = new PushServiceDouble();
    await once(double.server.listen(port, '127.0.0.1'), 'listening');
    return double;
  }

  get origin(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The double has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Responds with a status from now on. */
  answerWith(status: number, headers: Record<string, string> = {}): void {
    this.answer = (response) => void response.writeHead(status, headers).end();
  }

  /** Accepts everything again, and clears what it has received. */
  reset(): void {
    this.answer = created;
    this.received.length = 0;
  }

  /** Destroys all connections, including unanswered ones. */
  cut(): void {
    this.server.closeAllConnections();
  }

  receivedAt(path: string): ReceivedPush[] {
    return this.received.filter((push) => push.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}
