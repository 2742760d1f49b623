import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A server of another origin on loopback, whose responses a test sets. */
export interface Origin {
  /** Ends in `/`. */
  base: string;
  answer: (listener: RequestListener) => void;
  /** Serves the files of a folder. */
  serve: (folder: string) => void;
  requests: () => number;
  stop: () => Promise<void>;
}

export async function startOrigin(port = 0): Promise<Origin> {
  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${address.port}/`,
    answer: (next) => (listener = next),
    serve: (folder) => {
      listener = (request, response) => {
        readFile(join(folder, request.url ?? '')).then(
          (bytes) => response.end(bytes),
          () => response.writeHead(404).end(),
        );
      };
    },
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}
