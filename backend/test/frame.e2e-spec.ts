import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, type Post } from '@kickoff/contracts';
import type { Response } from 'supertest';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { overRawSocket } from './support/raw.js';

const LOGIN = '/api/auth/login';

const TOO_MANY_MARKS = 'A letter has too many marks';
/** A halfwidth sound mark is a letter that becomes a mark by NFKC. */
const aLetterWithMarks = (count: number) => `e${'\u0301\uff9e'.repeat(count)}`.slice(0, 1 + count);

describe('HTTP server', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  const raw = (head: string, body: string | Buffer = '') =>
    overRawSocket(
      kickoff.url,
      Buffer.concat([
        Buffer.from(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`, 'latin1'),
        Buffer.from(body),
      ]),
    );
  const rawLogin = (body: string | Buffer, headers = 'Content-Type: application/json') =>
    raw(
      `POST ${LOGIN} HTTP/1.1\nHost: own\n${headers}\nContent-Length: ${Buffer.byteLength(body)}`,
      body,
    );
  const login = (body: object) => asVisitor(kickoff).post(LOGIN).send(body);

  function expectRefusal(answer: Response, status: number, error?: string) {
    expect({ status: answer.status, ...ErrorAnswer.parse(answer.body) }).toMatchObject({
      status,
      ...(error === undefined ? {} : { error }),
      requestId: answer.headers['x-request-id'],
    });
  }

  describe('routing', () => {
    it.each(['/api', '/api/', '/api/nothing', '/api/pt/posts/x/y/z', '/api/pt//posts'])(
      'answers 404 to %s with and without a session',
      async (address) => {
        expectRefusal(await asVisitor(kickoff).get(address), 404, 'This address does not exist');
        expectRefusal(await as(kickoff, alice).post(address), 404);
      },
    );

    it('answers 405 with Allow to a wrong method before it authenticates', async () => {
      const answer = await asVisitor(kickoff).put('/api/pt/posts');

      expectRefusal(answer, 405);
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
    });

    it('answers 400 in the usual shape to a request without Host, except in HTTP/1.0', async () => {
      const answer = await raw('GET /api/health/live HTTP/1.1');
      const old = await raw('GET /api/health/live HTTP/1.0');

      expect([answer.status, old.status]).toEqual([400, 200]);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).requestId).toBe(
        answer.headers['x-request-id'],
      );
    });

    it('ignores an unknown expectation', async () => {
      const answer = await raw('GET /api/health/live HTTP/1.1\nHost: kickoff\nExpect: a miracle');

      expect(answer.status).toBe(200);
      expect(answer.headers).toHaveProperty('x-request-id');
    });

    it('answers HEAD without a body', async () => {
      const answer = await as(kickoff, alice).head('/api/pt/posts');

      expect(answer.status).toBe(200);
      expect(answer.text).toBeUndefined();
    });

    it('answers OPTIONS with Allow and without CORS headers', async () => {
      const answer = await asVisitor(kickoff)
        .options('/api/pt/posts')
        .set('Origin', 'https://elsewhere.example');

      expect(answer.status).toBe(204);
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    });

    it('compresses a long response only if the client accepts it', async () => {
      const text = 'What a night. '.repeat(200);
      await as(kickoff, alice).post('/api/pt/posts').field('text', text);

      const compressed = await as(kickoff, alice)
        .get('/api/pt/posts')
        .set('Accept-Encoding', 'gzip');
      const plain = await as(kickoff, alice)
        .get('/api/pt/posts')
        .set('Accept-Encoding', 'identity');

      expect(compressed.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(compressed.body).toEqual(plain.body);
      expect(plain.body).toMatchObject([{ text }]);
    });

    it('prefers Brotli for browsers, which name it after gzip', async () => {
      await as(kickoff, alice).post('/api/pt/posts').field('text', 'What a night. '.repeat(200));

      const answer = await as(kickoff, alice)
        .get('/api/pt/posts')
        .set('Accept-Encoding', 'gzip, deflate, br, zstd');

      expect(answer.headers['content-encoding']).toBe('br');
    });

    it('compresses responses above half a kilobyte only', async () => {
      const text = 'What a night. '.repeat(40);
      const made = await as(kickoff, alice).post('/api/pt/posts').field('text', text);
      const read = (path: string) => as(kickoff, alice).get(path).set('Accept-Encoding', 'br');

      const post = await read(`/api/pt/posts/${(made.body as Post)._id}`);
      const friends = await read('/api/user/connected-friends');

      expect(post.headers['content-encoding']).toBe('br');
      expect(friends.headers).not.toHaveProperty('content-encoding');
    });

    it('answers 404 to OPTIONS of an unknown URL', async () => {
      expectRefusal(await asVisitor(kickoff).options('/api/nothing'), 404);
    });

    it.each([
      ['a bad percent sign', '/api/pt/posts/%zz'],
      ['invalid UTF-8', '/api/pt/posts/%ff'],
      ['a lone surrogate', '/api/pt/posts/%ed%a0%80'],
      ['NUL in the path', '/api/pt/posts/%00'],
      ['NUL in the query', '/api/pt/posts?limit=%00'],
      ['a bad percent sign in the query', '/api/pt/posts?limit=%'],
      ['a parameter given twice', '/api/pt/posts?limit=1&limit=2'],
      ['a nested parameter', '/api/pt/posts?limit[$gt]=1'],
      ['a parameter with an operator', '/api/pt/posts?$where=1'],
      ['a parameter named __proto__', '/api/pt/posts?__proto__=1'],
    ])('answers 400 to %s', async (_what, address) => {
      expectRefusal(await as(kickoff, alice).get(address), 400);
    });

    it('answers 404 to an invalid id', async () => {
      expectRefusal(await as(kickoff, alice).get('/api/pt/posts/not-an-id'), 404);
    });

    it('answers 414 to a long URL', async () => {
      expectRefusal(await as(kickoff, alice).get(`/api/pt/posts?q=${'a'.repeat(8_000)}`), 414);
    });

    it("answers 414 in the error shape to a URL beyond Node's limit", async () => {
      const answer = await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\nHost: own`);

      expect(answer.status).toBe(414);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('too_large');
    });

    it('answers 431 in the error shape to oversized headers', async () => {
      const answer = await raw(
        `GET /api/pt/posts HTTP/1.1\nHost: own\nX-Long: ${'a'.repeat(20_000)}`,
      );

      expect(answer.status).toBe(431);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).requestId).toBe(
        answer.headers['x-request-id'],
      );
    });

    it.each([
      ['NUL in a header', 'GET /api/pt/posts HTTP/1.1\nHost: own\nX-Odd: a\0b'],
      ['a request that is not HTTP', 'hello'],
    ])('answers 400 in the error shape to %s', async (_what, head) => {
      const answer = await raw(head);

      expect(answer.status).toBe(400);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('invalid_input');
    });
  });

  describe('JSON body parser', () => {
    it.each([
      ['text/plain', 'Content-Type: text/plain'],
      ['a form', 'Content-Type: application/x-www-form-urlencoded'],
      ['another charset', 'Content-Type: application/json; charset=utf-16'],
      ['no content type', 'X-None: 1'],
      ['compressed', 'Content-Type: application/json\nContent-Encoding: gzip'],
    ])('answers 415 if the body is %s', async (_what, header) => {
      expect((await rawLogin('{}', header)).status).toBe(415);
    });

    it.each([
      ['broken JSON', '{"email":'],
      ['a list', '[]'],
      ['a bare string', '"email"'],
      ['null', 'null'],
      ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['a lone surrogate', '{"email":"\\ud800"}'],
      ['a lone surrogate in an unknown field', '{"odd":["\\udfff"]}'],
      ['depth 11', `{"a":${'['.repeat(10)}${']'.repeat(10)}}`],
      ['depth 50,000', `{"a":${'['.repeat(49_000)}${']'.repeat(49_000)}}`],
      ['a list of 101', JSON.stringify({ a: Array(101).fill(1) })],
      ['51 keys', JSON.stringify(Object.fromEntries([...Array(51).keys()].map((n) => [n, 1])))],
      ['__proto__', '{"__proto__":{"admin":true}}'],
      ['constructor', '{"a":{"constructor":1}}'],
      ['prototype', '{"a":[{"prototype":1}]}'],
      ['an operator', '{"email":{"$gt":""},"password":"x"}'],
      ['a dotted key', '{"a.b":1}'],
    ])('answers 400 to %s', async (_what, body) => {
      const answer = await rawLogin(body);

      expect(answer.status).toBe(400);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('invalid_input');
    });

    it.each([
      ['depth 10', `{"a":${'['.repeat(9)}${']'.repeat(9)}}`],
      ['a list of 100', JSON.stringify({ a: Array(100).fill(1) })],
      ['50 keys', JSON.stringify(Object.fromEntries([...Array(50).keys()].map((n) => [n, 1])))],
    ])('accepts %s', async (_what, body) => {
      const answer = await rawLogin(body);

      expect(ErrorAnswer.parse(JSON.parse(answer.body)).error).toBe('Email is required');
    });

    it('answers 400 to more than 200 marks on a letter', async () => {
      expectRefusal(await login({ odd: aLetterWithMarks(200) }), 400, 'Email is required');
      expectRefusal(await login({ odd: [aLetterWithMarks(201)] }), 400, TOO_MANY_MARKS);
    });

    it('answers 413 to a body above 100 KB', async () => {
      expectRefusal(await login({ email: 'a'.repeat(103_000) }), 413);
    });

    it('answers 400 with the first missing field if there is no body', async () => {
      expectRefusal(await asVisitor(kickoff).post(LOGIN), 400, 'Email is required');
    });

    it('answers 401 to a caller without a session before the body arrives', async () => {
      const answer = await raw(
        'DELETE /api/pt/posts/000000000000000000000000 HTTP/1.1\nHost: own\nContent-Type: application/json\nContent-Length: 50',
      );

      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
  });

  describe('form parser', () => {
    const post = () => as(kickoff, alice).post('/api/pt/posts');
    const form = (body: string | Buffer, type = 'multipart/form-data; boundary=b') =>
      raw(
        `POST /api/pt/posts HTTP/1.1\nHost: own\nAuthorization: Bearer ${alice.token}\nContent-Type: ${type}\nContent-Length: ${Buffer.byteLength(body)}`,
        body,
      );
    const part = (header: string, value: string | Buffer) =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n--b--\r\n'),
      ]);

    it('answers 415 to JSON', async () => {
      expectRefusal(await post().send({ text: 'Goal!' }), 415);
    });

    it('answers 400 with the missing text if there is no body', async () => {
      expectRefusal(await post(), 400, 'A post needs text, an image or a video');
    });

    it('ignores an empty file input', async () => {
      const body = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nGoal!\r\n'),
        part('name="image"; filename=""\r\nContent-Type: application/octet-stream', ''),
      ]);

      expect((await form(body)).status).toBe(201);
    });

    it('answers 400 to an unknown file field', async () => {
      expectRefusal(await post().field('text', 'x').attach('odd', Buffer.from('x'), 'x.png'), 400);
    });

    it.each(['text[a]', 'text[]', '__proto__', 'constructor', '$where', 'a.b', 'n'.repeat(101)])(
      'answers 400 to a field named %s',
      async (name) => {
        expectRefusal(await post().field(name, 'x'), 400);
      },
    );

    it('answers 400 to a repeated field', async () => {
      expectRefusal(await post().field('text', 'a').field('text', 'b'), 400);
    });

    it('answers 400 to 13 parts', async () => {
      const fields = Object.fromEntries([...Array(13).keys()].map((n) => [`field${n}`, 'x']));

      expectRefusal(await post().field(fields), 400);
    });

    it('answers 413 to a field above 100 KB', async () => {
      expectRefusal(await post().field('text', 'a'.repeat(100 * 1024 + 1)), 413);
    });

    it.each([
      ['invalid UTF-8', part('name="text"', Buffer.from([0xc3, 0x28]))],
      ['a truncated form', '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nGo'],
      ['a body without parts', 'Goal!'],
    ])('answers 400 to %s', async (_what, body) => {
      expect((await form(body)).status).toBe(400);
    });

    it('answers 400 to more than 200 marks on a letter', async () => {
      await post().field('text', aLetterWithMarks(200)).expect(201);
      expectRefusal(await post().field('text', aLetterWithMarks(201)), 400, TOO_MANY_MARKS);
    });

    it('answers 415 without a boundary', async () => {
      expect((await form('x', 'multipart/form-data')).status).toBe(415);
    });

    it('accepts a replacement character that the client sent', async () => {
      expect((await post().field('text', 'a\ufffdb')).body).toMatchObject({ text: 'a\ufffdb' });
    });
  });

  describe('response headers', () => {
    const API_POLICY = "default-src 'none';frame-ancestors 'none'";
    const PAGE_POLICY =
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;media-src 'self' blob:;connect-src 'self';object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'";

    it.each([
      ['/api/health/live', API_POLICY],
      ['/api/nothing', API_POLICY],
      ['/assets/nothing.js', API_POLICY],
      ['/', PAGE_POLICY],
      ['/elsewhere', PAGE_POLICY],
      ['/sw.js', PAGE_POLICY],
    ])('include the security policy for %s', async (address, policy) => {
      const { headers } = await asVisitor(kickoff).get(address);

      expect(headers['content-security-policy']).toBe(policy);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('strict-transport-security');
    });

    it('isolate pages, also in browsers without frame-ancestors', async () => {
      const { headers } = await asVisitor(kickoff).get('/');

      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'x-frame-options': 'DENY',
      });
    });

    it('include Cache-Control: no-store on API responses', async () => {
      const answer = await as(kickoff, alice).get('/api/user/profile');

      expect(answer.headers['cache-control']).toBe('no-store');
    });
  });

  it('sends HSTS when the public address is https', async () => {
    const secure = await startKickOff({ PUBLIC_URL: 'https://kickoff.example' });

    const answer = await asVisitor(secure).get('/api/health/live');
    await secure.stop();

    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('announces a keep-alive timeout of 130 seconds', async () => {
    const server: Server = kickoff.app.getHttpServer();
    const answer = await asVisitor(kickoff).get('/api/health/live').set('Connection', 'keep-alive');

    expect(server.keepAliveTimeout).toBeGreaterThan(120_000);
    expect(answer.headers['keep-alive']).toBe('timeout=130');
  });

  it('closes a connection without a response when no request arrived on it', async () => {
    const server: Server = kickoff.app.getHttpServer();
    const accepted: Promise<unknown[]> = once(server, 'connection');
    const client = connect(Number(new URL(kickoff.url).port), '127.0.0.1');
    let received = '';
    client.on('data', (bytes) => (received += bytes.toString()));
    const [socket] = await accepted;

    // As Node emits it when the headers timeout has expired.
    const late = Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, socket);
    await once(client, 'close');

    expect(received).toBe('');
  });
});
