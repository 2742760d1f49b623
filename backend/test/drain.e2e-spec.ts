import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { aFan, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { until } from './support/until.js';

describe('shutdown', () => {
  let kickoff: KickOff;
  let fan: Caller;
  let socket: Socket;
  let received: string;

  beforeEach(async () => {
    kickoff = await startKickOff();
    fan = await aFan(kickoff);
    socket = await openSocket();
    received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  });
  afterEach(async () => {
    socket.destroy();
    await kickoff.stop();
  });

  async function openSocket(): Promise<Socket> {
    const opened = connect(Number(new URL(kickoff.url).port), '127.0.0.1');
    await once(opened, 'connect');
    return opened;
  }
  const headOf = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${fan.token}`, ...headers]
      .map((part) => `${part}\r\n`)
      .join('') + '\r\n';
  const statuses = () => received.match(/HTTP\/1.1 \d+/g)?.map((line) => line.slice(-3));
  const isServing = async () => {
    try {
      (await openSocket()).destroy();
      return true;
    } catch {
      return false;
    }
  };

  /**
   * Begins the shutdown while a login is under way.
   *
   * @returns the rest of that request
   */
  async function beginShutdown(): Promise<{ rest: string; closed: Promise<void> }> {
    const rest = JSON.stringify({ email: fan.email, password: fan.password });
    const length = `Content-Length: ${rest.length}`;
    socket.write(headOf('POST /api/auth/login', 'Content-Type: application/json', length));
    // The server has read the head once it answers a later connection.
    await asVisitor(kickoff).get('/api/health/live').expect(200);
    const closed = kickoff.close();
    await until(async () => !(await isServing()) || undefined);
    return { rest, closed };
  }

  it('serves requests on open connections to their end, and closes each after its response', async () => {
    const { rest, closed } = await beginShutdown();
    socket.write(rest + headOf('GET /api/pt/posts?limit=1'));
    await once(socket, 'end');
    await closed;

    expect(statuses()).toEqual(['200', '200']);
    expect(
      received
        .match(/^Connection: .*$/gim)
        ?.at(-1)
        ?.toLowerCase(),
    ).toBe('connection: close');
  });

  it('ends event streams at once and opens no more', async () => {
    const listener = await new Listener({ Authorization: `Bearer ${fan.token}` }).connect(kickoff);
    const { rest, closed } = await beginShutdown();
    await until(() => listener.hasEnded || undefined);
    socket.write(rest + headOf('GET /api/events'));
    await once(socket, 'end');
    await closed;

    expect(statuses()).toEqual(['200', '503']);
  });
});
