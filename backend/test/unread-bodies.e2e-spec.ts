import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { aFan, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const GIB = 2 ** 30;
/** What the server may read after its response, including the buffers of both sides. */
const MOST_READ_BYTES = 24 * 2 ** 20;
const PIECE = Buffer.alloc(64 * 1024, 'a');

/** A client that continues to send after the response. */
class StubbornClient {
  text = '';
  private readonly socket: Socket;

  constructor(url: string, head: string, first: Buffer | string, piece: Buffer) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (bytes) => (this.text += bytes.toString()));
    this.socket.on('error', () => undefined);
    this.socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`);
    this.socket.write(first);
    const send = () => {
      while (this.socket.writable && this.socket.write(piece));
    };
    this.socket.on('drain', send);
    send();
  }

  /** Resolves when the server has closed the connection. */
  waitUntilClosed(): Promise<void> {
    return new Promise((done) => {
      if (this.socket.closed) done();
      // Not by `once` of node:events, which rejects when a write detects the closed connection.
      else this.socket.on('close', () => done());
    });
  }

  destroy(): void {
    this.socket.destroy();
  }
}

describe('requests whose body is not read to its end', () => {
  let kickoff: KickOff;
  let alice: Caller;
  const clients: StubbornClient[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
    alice = await aFan(kickoff);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });
  afterAll(() => kickoff.stop());

  async function expectAnsweredAndClosed(
    status: number,
    head: string,
    { first = '', piece = PIECE }: { first?: Buffer | string; piece?: Buffer } = {},
  ): Promise<void> {
    const server: Server = kickoff.app.getHttpServer();
    let connection: Socket | undefined;
    server.once('connection', (socket: Socket) => (connection = socket));
    const client = new StubbornClient(kickoff.url, head, first, piece);
    clients.push(client);

    await client.waitUntilClosed();

    const [answerHead = '', body = ''] = client.text.split('\r\n\r\n');
    expect(answerHead).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answerHead).toMatch(/\r\nConnection: close(\r\n|$)/i);
    expect(ErrorAnswer.parse(JSON.parse(body)).error).not.toBe('');
    expect(connection?.bytesRead).toBeLessThan(MOST_READ_BYTES);
  }

  const json = 'Content-Type: application/json';
  const bearer = () => `Authorization: Bearer ${alice.token}`;
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]);

  it('answers 413 for endless JSON', async () => {
    await expectAnsweredAndClosed(
      413,
      `POST /api/auth/login HTTP/1.1\nHost: own\n${json}\nTransfer-Encoding: chunked`,
      { piece: chunk },
    );
  });

  it('answers 413 for JSON with a Content-Length of 5 GB', async () => {
    await expectAnsweredAndClosed(
      413,
      `POST /api/auth/login HTTP/1.1\nHost: own\n${json}\nContent-Length: ${5 * GIB}`,
    );
  });

  it('answers 401 for a form of 5 GB without a session', async () => {
    await expectAnsweredAndClosed(
      401,
      `POST /api/pt/posts HTTP/1.1\nHost: own\nContent-Type: multipart/form-data; boundary=b\nContent-Length: ${5 * GIB}`,
    );
  });

  it.each([
    ['an unknown route', '/api/nothing', 404],
    ['a wrong method', '/api/pt/posts/000000000000000000000000/likes', 405],
  ])('answers %s with a body of 5 GB before the body has arrived', async (_what, path, status) => {
    await expectAnsweredAndClosed(
      status,
      `POST ${path} HTTP/1.1\nHost: own\n${json}\nContent-Length: ${5 * GIB}`,
    );
  });

  it.each([
    ['/api/st/stories', 'media', '\xff\xd8\xff'],
    ['/api/st/stories', 'media', 'GIF89a'],
    ['/api/pt/posts', 'image', '\x89PNG\r\n\x1a\n'],
    ['/api/pt/posts', 'video', 'RIFF\xff\xff\xff\xffWEBP'],
  ])('answers 413 for %s with an endless picture in %s', async (path, field, beginning) => {
    await expectAnsweredAndClosed(
      413,
      `POST ${path} HTTP/1.1\nHost: own\n${bearer()}\nContent-Type: multipart/form-data; boundary=b\nContent-Length: ${5 * GIB}`,
      {
        first: Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="${field}"; filename="x"\r\n\r\n${beginning}`,
          'latin1',
        ),
      },
    );
  });

  it.each([
    ['/api/st/stories', 'media'],
    ['/api/pt/posts', 'video'],
    ['/api/pt/posts', 'image'],
  ])(
    'answers 415 for a file of an unknown type before it has arrived: %s, %s',
    async (path, field) => {
      await expectAnsweredAndClosed(
        415,
        `POST ${path} HTTP/1.1\nHost: own\n${bearer()}\nContent-Type: multipart/form-data; boundary=b\nContent-Length: ${5 * GIB}`,
        { first: `--b\r\nContent-Disposition: form-data; name="${field}"; filename="x"\r\n\r\n` },
      );
    },
  );

  it('answers 413 for a form with an endless field', async () => {
    await expectAnsweredAndClosed(
      413,
      `POST /api/pt/posts HTTP/1.1\nHost: own\n${bearer()}\nContent-Type: multipart/form-data; boundary=b\nContent-Length: ${5 * GIB}`,
      { first: '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n' },
    );
  });

  it('does not close the connection of a small body', async () => {
    const socket = connect(Number(new URL(kickoff.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString()));
    const call = `POST /api/user/change-password HTTP/1.1\r\nHost: own\r\n${json}\r\nContent-Length: 2\r\n\r\n{}`;

    for (const answered of [1, 2]) {
      socket.write(call);
      while (text.split('HTTP/1.1 401 ').length <= answered) await once(socket, 'data');
    }

    expect(text).not.toMatch(/connection: close/i);
    socket.destroy();
  });
});
