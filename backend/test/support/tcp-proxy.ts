import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy before the tests' database that can be closed (connections are refused) or frozen
 * (connections hang).
 */
export class TcpProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private server?: Server;
  private port = 0;
  private isFrozen = false;

  constructor(private readonly target: URL) {}

  /** The address of the same database through the proxy. */
  uri(database: string): string {
    return `mongodb://${this.address}/${database}?directConnection=true`;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    const server = createServer((outer) => this.pass(outer));
    this.server = server;
    await new Promise<void>((done) => server.listen(this.port, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
    this.port = address.port;
  }

  async close(): Promise<void> {
    this.isFrozen = false;
    const closed = new Promise<void>((done) => {
      if (this.server) this.server.close(() => done());
      else done();
    });
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  freeze(): void {
    this.isFrozen = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  thaw(): void {
    this.isFrozen = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  private pass(outer: Socket): void {
    const inner = connect(Number(this.target.port), this.target.hostname);
    const pair: [Socket, Socket] = [outer, inner];
    this.pairs.add(pair);
    for (const [from, to] of [pair, [inner, outer]] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
      if (this.isFrozen) from.pause();
    }
  }
}
