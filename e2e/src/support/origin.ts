import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { aFreePort } from './own-server.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** The host of one remote, on a port of its own. */
export class Origin {
  private server: Server | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: string,
  ) {}

  /** Serves the build in a folder. */
  static async of(folder: string): Promise<Origin> {
    const origin = new Origin(folder, await aFreePort());
    await origin.start();
    return origin;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.url);
      readFile(join(this.folder, normalize(pathname))).then(
        (content) => {
          const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
          response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
          response.end(content);
        },
        () => response.writeHead(404).end(),
      );
    });
    server.listen(Number(this.port), '127.0.0.1');
    await once(server, 'listening');
    this.server = server;
  }

  async stop(): Promise<void> {
    if (!this.server?.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
