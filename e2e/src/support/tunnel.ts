import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to another local port; closing it closes all its connections. */
export async function aTunnelTo(
  target: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      // Either end may close first.
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The tunnel has no port.');
  return {
    port: address.port,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
