// Usage: node tools/cluster/front-stand-in.mjs PORT PORT_OF_A_SERVER...
//
// Balances between servers on this machine where Caddy is not to be had.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { createProxyServer } from 'httpxy';

const TRY_LIMIT_MS = 4_000;
const TRY_EVERY_MS = 100;

const [port = 0, ...servers] = process.argv.slice(2).map(Number);
const proxy = createProxyServer({ agent: new Agent({ keepAlive: true }), xfwd: false });
let turn = 0;

proxy.on('error', (_error, _request, response) => {
  if (response instanceof ServerResponse) refuse(response);
});

createServer((request, response) => {
  void pickServer().then(async (server) => {
    if (server === undefined) refuse(response);
    else await proxy.web(request, response, { target: `http://127.0.0.1:${server}` });
  });
}).listen(port, '127.0.0.1');

/** The next server in turn that accepts connections; none after a while. */
async function pickServer() {
  const end = Date.now() + TRY_LIMIT_MS;
  do {
    for (let tries = 0; tries < servers.length; tries += 1) {
      turn = (turn + 1) % servers.length;
      const server = servers[turn];
      if (server !== undefined && (await accepts(server))) return server;
    }
    await delay(TRY_EVERY_MS);
  } while (Date.now() < end);
  return undefined;
}

/** @param {number} server its port */
async function accepts(server) {
  const socket = connect(server, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A response that has begun is broken off, so that its client sees that a part is missing. @param {ServerResponse} response */
function refuse(response) {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const error = 'KickOff is not available at the moment. Please try again.';
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' });
  response.end(JSON.stringify({ error, code: 'unavailable', requestId: randomUUID() }));
}
