import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';

import { Admission, ADMISSION_OPTIONS } from './admission.js';

/** One running request and one queued request. */
const OPTIONS = {
  ...ADMISSION_OPTIONS,
  maxRunning: 1,
  minRunning: 1,
  urgentRunning: 1,
  maxBurst: 1,
};

describe('Admission over HTTP', () => {
  let server: Server;
  let admission: Admission;
  /** Requests that have started and wait for the test to respond. */
  let begun: { path: string | undefined; request: IncomingMessage; answer: () => void }[];

  beforeEach(async () => {
    const admitted = new Admission(OPTIONS);
    admission = admitted;
    // A request cut off by the end of its test may start late and must not reach the next test.
    const begunHere: typeof begun = [];
    begun = begunHere;
    server = createServer((incoming, response) =>
      admitted.admit(
        incoming,
        response,
        () =>
          begunHere.push({
            path: incoming.url,
            request: incoming,
            answer: () => response.end('answered'),
          }),
        () => response.writeHead(503).end(),
      ),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function send(path: string, { body = '' } = {}) {
    const { port } = server.address() as AddressInfo;
    const sent = request({
      ...{ host: '127.0.0.1', port, path, agent: false, method: 'POST' },
      headers: { 'Content-Length': body.length },
    });
    const status = new Promise<number | undefined>((done) => {
      sent.on('response', (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode));
      });
      sent.on('error', () => done(undefined));
    });
    sent.flushHeaders();
    return { status, disconnect: () => sent.destroy(), send: (bytes: string) => sent.end(bytes) };
  }

  const paths = () => begun.map(({ path }) => path);
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise(setImmediate);
  }

  it('answers 503 to a request when all slots and the queue are full', async () => {
    send('/api/first');
    await until(() => admission.running === 1);
    const second = send('/api/second');
    await until(() => admission.waiting === 1);

    expect(await send('/api/third').status).toBe(503);
    expect(admission.refused).toBe(1);
    begun[0]?.answer();
    await until(() => begun.length === 2);
    begun[1]?.answer();
    expect(await second.status).toBe(200);
  });

  it('refuses a request in any letter case, which the router ignores', async () => {
    send('/api/first');
    await until(() => admission.running === 1);
    send('/api/second');
    await until(() => admission.waiting === 1);

    expect(await Promise.race([send('/API/third').status, until(() => begun.length === 2)])).toBe(
      503,
    );
  });

  it('does not start a request whose client disconnected while queued', async () => {
    send('/api/first');
    await until(() => admission.running === 1);
    const like = send('/api/pt/posts/1/like');
    await until(() => admission.waiting === 1);

    like.disconnect();
    await until(() => admission.waiting === 0);
    begun[0]?.answer();
    await until(() => admission.running === 0);

    expect(paths()).toEqual(['/api/first']);
  });

  it('starts sign-in, health checks and pages while other requests are queued', async () => {
    send('/api/first');
    await until(() => admission.running === 1);
    send('/api/second');
    await until(() => admission.waiting === 1);

    send('/api/auth/login');
    send('/api/health/ready');
    send('/home');
    await until(() => begun.length === 4);

    expect(paths().slice(1).sort()).toEqual(['/api/auth/login', '/api/health/ready', '/home']);
  });

  it('gives the slot of a request that is still receiving its body to the next', async () => {
    const slow = send('/api/slow', { body: 'body' });
    await until(() => begun.length === 1);
    const request = begun[0]?.request as Request;
    const arrived = admission.outside(request, async () => {
      await once(request.resume(), 'end');
    });
    send('/api/next');
    await until(() => begun.length === 2);

    begun[1]?.answer();
    await until(() => admission.running === 0);
    slow.send('body');
    await arrived;

    expect(admission.running).toBe(1);
    begun[0]?.answer();
    expect(await slow.status).toBe(200);
  });
});
