import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy that can simulate network faults. */
export interface RoughLine {
  port: number;
  /** Closes all connections; new ones pass. */
  cut: () => void;
  /** Forwards half of the next response and closes its connection. */
  halve: () => void;
  /** Delays every response by this many ms. */
  delay: (ms: number) => void;
  close: () => Promise<void>;
}

/** Proxies a port until it is closed. */
export async function aRoughLineTo(target: number): Promise<RoughLine> {
  const open = new Set<Socket>();
  let delayMs = 0;
  let halvesNext = false;
  const rough = (near: Socket) =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        if (halvesNext) {
          halvesNext = false;
          near.end(chunk.subarray(0, chunk.length / 2));
          done();
        } else if (delayMs === 0) {
          done(null, chunk);
        } else {
          setTimeout(() => done(null, chunk), delayMs);
        }
      },
    });
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
      // Either end may close first.
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far);
    far.pipe(rough(near)).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    halve: () => {
      halvesNext = true;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
