import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from '@jest/globals';

import { freePort } from '../start/free-port.mjs';

const PROGRAM = fileURLToPath(new URL('front-stand-in.mjs', import.meta.url));

/** @type {(() => void)[]} */
let ends = [];

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** @param {import('node:http').RequestListener} answer @returns {Promise<number>} its port */
async function aServer(answer) {
  const server = createServer((request, response) => {
    // Asked whether the front is there.
    if (request.method === 'HEAD') response.end();
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  ends.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** @param {number[]} servers @returns {Promise<string>} its address */
async function aFront(...servers) {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, String(port), ...servers.map(String)]);
  ends.push(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isThere = await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (isThere) return url;
    await delay(20);
  }
}

describe('the stand-in for the front', () => {
  it('balances in turn', async () => {
    const front = await aFront(
      await aServer((_, response) => response.end('one')),
      await aServer((_, response) => response.end('other')),
    );

    const answers = [await fetch(front), await fetch(front)];
    const texts = await Promise.all(answers.map((answer) => answer.text()));

    expect(texts.sort()).toEqual(['one', 'other']);
  });

  it('sends a body to the next server where one is away', async () => {
    const there = await aServer((request, response) => request.pipe(response));
    const front = await aFront(await freePort(), there);

    const answers = [
      await fetch(front, { method: 'POST', body: 'goal' }),
      await fetch(front, { method: 'POST', body: 'goal' }),
    ];

    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['goal', 'goal']);
  });

  it('responds 503 as the API does where a server ends before it responds', async () => {
    const front = await aFront(await aServer((request) => void request.socket.destroy()));

    const answer = await fetch(front, { method: 'POST', body: 'goal' });

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });

  it('passes each part of a stream on at once', async () => {
    const front = await aFront(
      await aServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: goal\n\n');
      }),
    );
    const stop = new AbortController();

    const { body } = await fetch(front, { signal: stop.signal });
    const { value } = (await body?.getReader().read()) ?? {};

    expect(new TextDecoder().decode(value)).toBe('data: goal\n\n');
    stop.abort();
  });
});
