import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, type Post } from '@kickoff/contracts';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { sendRaw } from './support/raw.js';
import { expectRefusal } from './support/refusal.js';

describe('HTTP server', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  const raw = (head: string) => sendRaw(kickoff, head);

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
