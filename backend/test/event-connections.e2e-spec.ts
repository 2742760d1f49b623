import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan, as, type Caller } from './support/callers.js';
import { EventFixture } from './support/event-fixture.js';
import type { KickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';
import { until } from './support/until.js';

/** A raw connection on which a test sends its own requests. */
class Line {
  text = '';
  isClosed = false;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk: string) => (this.text += chunk));
    socket.on('close', () => (this.isClosed = true));
    socket.on('error', () => undefined);
  }

  static async open({ url }: Pick<KickOff, 'url'>): Promise<Line> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Line(socket);
  }

  /** Sends a GET request for this path in this version of HTTP. */
  ask(path: string, caller: Caller, version = '1.1'): void {
    this.socket.write(
      `GET ${path} HTTP/${version}\r\nHost: kickoff.example\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`,
    );
  }

  close(): void {
    this.socket.destroy();
  }
}

describe('SSE connection', () => {
  let fixture: EventFixture;
  const lines: Line[] = [];

  beforeAll(async () => {
    fixture = await EventFixture.open({});
  });
  afterEach(() => {
    fixture.empty();
    for (const line of lines.splice(0)) line.close();
  });
  afterAll(() => fixture.kickoff.stop());

  async function stream(version?: string): Promise<Line> {
    const line = await Line.open(fixture.kickoff);
    lines.push(line);
    line.ask('/api/events', fixture.ann, version);
    await until(() => line.text.includes('\nid: ') || undefined);
    return line;
  }

  it('sends chunks, closes the connection and disables proxy buffering', async () => {
    const line = await stream();
    const id = await fixture.aPostBy(fixture.bob);
    await until(() => line.text.includes(id) || undefined);

    await fixture.live.endAll(fixture.ann.id);

    await until(() => line.isClosed || undefined);
    const [head = '', ...rest] = line.text.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'HTTP/1.1 200 OK',
        'Content-Type: text/event-stream; charset=utf-8',
        'Transfer-Encoding: chunked',
        'Cache-Control: no-store',
        'X-Accel-Buffering: no',
        'Connection: close',
        'X-Content-Type-Options: nosniff',
      ]),
    );
    const chunks = body.matchAll(/([0-9a-f]+)\r\n(.*?)\r\n(?=[0-9a-f]+\r\n)/gs);
    expect([...chunks].map(([, size, text]) => [size, text])).toEqual([
      [expect.any(String), expect.stringMatching(/^id: \S+\n\n$/)],
      [expect.any(String), expect.stringMatching(/^id: \S+\nevent: post.created\ndata: .*\n\n$/)],
    ]);
    for (const [, size = '', text = ''] of body.matchAll(/([0-9a-f]+)\r\n(.*?)\r\n/gs))
      expect(parseInt(size, 16)).toBe(text.length);
    expect(body.endsWith('\r\n0\r\n\r\n')).toBe(true);
  });

  it('sends no chunks to HTTP/1.0 clients', async () => {
    const line = await stream('1.0');

    const id = await fixture.aPostBy(fixture.bob);

    await until(() => line.text.includes(id) || undefined);
    expect(line.text).not.toMatch(/transfer-encoding/i);
    expect(line.text).toMatch(/\r\n\r\nid: \S+\n\nid: \S+\nevent: post.created\ndata: .*\n\n$/);
    await fixture.live.endAll(fixture.ann.id);
    await until(() => line.isClosed || undefined);
  });

  it('is closed without a response when another request arrives on it', async () => {
    const line = await stream();
    const before = line.text;

    line.ask('/api/user/profile', fixture.ann);

    await until(() => line.isClosed || undefined);
    expect(line.text).toBe(before);
    await until(() => fixture.streams.count === 0 || undefined);
  });

  it('stays open beyond the keep-alive timeout', async () => {
    const server: Server = fixture.kickoff.app.getHttpServer();
    server.keepAliveTimeout = 1;
    const line = await stream();
    const other = await Line.open(fixture.kickoff);
    lines.push(other);
    other.ask('/api/user/profile', fixture.ann);

    // Node closes the idle connection one second after its timeout, and would have closed the
    // stream too.
    await until(() => other.isClosed || undefined);

    expect(line.isClosed).toBe(false);
    const id = await fixture.aPostBy(fixture.bob);
    await until(() => line.text.includes(id) || undefined);
  });
});

describe('database cost of a post with open event streams', () => {
  it('does not depend on the number of streams', async () => {
    const fixture = await EventFixture.open({});
    const { kickoff, ann } = fixture;
    const post = (text: string) => as(kickoff, ann).post('/api/pt/posts').field('text', text);
    const costOf = async (text: string) =>
      (await operationsOf(kickoff, () => post(text).expect(201))).map(({ collection, examined }) =>
        // The shard of the counter differs from transaction to transaction.
        collection === 'counters' ? { collection } : { collection, examined },
      );
    await post('The first').expect(201);

    const alone = await costOf('To nobody');
    const fans = await Promise.all(Array.from({ length: 12 }, () => aFan(kickoff)));
    const listeners = await Promise.all(
      [...fans, ...fans, ...fans].map((fan) => fixture.listens(fan)),
    );
    const crowded = await costOf('To thirty-six streams');

    await Promise.all(
      listeners.map((listener) => until(() => listener.received.length > 0 || undefined)),
    );
    expect(crowded).toEqual(alone);
    fixture.empty();
    await kickoff.stop();
  });
});
