import { type ClientRequest, get, type IncomingMessage } from 'node:http';

import type { KickOff } from './kickoff.js';

export interface ReceivedEvent {
  id: string;
  name: string;
  data: unknown;
}

/** A client of the event stream that reads it as a browser does. */
export class Listener {
  readonly received: ReceivedEvent[] = [];
  /** Its resume position, sent as `Last-Event-ID` on reconnect. */
  lastEventId: string | undefined;
  status = 0;
  /** Number of comments and of lines with only a position. */
  beats = 0;
  hasEnded = false;
  private request: ClientRequest | undefined;
  private response: IncomingMessage | undefined;

  /** @param query of the address, such as `?watch=match:1` */
  constructor(
    private readonly headers: Record<string, string>,
    private readonly query = '',
  ) {}

  /** Connects. Resolves when the server has started the stream or refused it. */
  connect(kickoff: Pick<KickOff, 'url'>): Promise<this> {
    this.hasEnded = false;
    const headers = { ...this.headers };
    if (this.lastEventId !== undefined) headers['Last-Event-ID'] = this.lastEventId;
    return new Promise((resolve, reject) => {
      this.request = get(
        `${kickoff.url}/api/events${this.query}`,
        { headers, agent: false },
        (response) => {
          this.response = response;
          this.status = response.statusCode ?? 0;
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            const blocks = (text + chunk).split('\n\n');
            text = blocks.pop() ?? '';
            for (const block of blocks) this.take(block);
          });
          response.on('close', () => (this.hasEnded = true));
          response.on('error', () => (this.hasEnded = true));
          resolve(this);
        },
      );
      this.request.on('error', (error) => {
        this.hasEnded = true;
        reject(error);
      });
    });
  }

  /** Stops to read, as a client does that hangs. */
  stall(): void {
    this.response?.pause();
  }

  disconnect(): void {
    this.request?.destroy();
  }

  receivedNames(): string[] {
    return this.received.map(({ name }) => name);
  }

  private take(block: string): void {
    const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s));
    const valueOf = (field: string) => lines.find(([name]) => name === field)?.[1];
    const id = valueOf('id');
    if (id !== undefined) this.lastEventId = id;
    const data = valueOf('data');
    if (data === undefined || valueOf('event') === 'heartbeat') {
      this.beats += 1;
      return;
    }
    this.received.push({
      id: id ?? '',
      name: valueOf('event') ?? 'message',
      data: JSON.parse(data) as unknown,
    });
  }
}
