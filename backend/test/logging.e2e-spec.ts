import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { z } from 'zod';

import { MetricsService } from '../src/health/metrics.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const Line = z.looseObject({
  level: z.number(),
  time: z.iso.datetime(),
  event: z.string(),
  requestId: z.string().optional(),
});

describe('log', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let log = '';
  const lines = () =>
    log
      .trim()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)));
  const linesOf = (requestId: string | undefined) =>
    lines().filter((line) => line.requestId === requestId);

  beforeAll(async () => {
    kickoff = await startKickOff(
      { LOG_LEVEL: 'trace', METRICS_TOKEN: 'planted-metrics-token' },
      { write: (line) => void (log += line) },
    );
    alice = await aFan(kickoff, {
      username: 'alice',
      email: 'planted.mail@fans.example',
      phone: '+44 99 1111 2222',
      password: 'planted-password',
      confirm_password: 'planted-password',
    });
  });
  afterAll(() => kickoff.stop());

  it('contains one line per request with method, route, status, duration, request id and caller', async () => {
    const answer = await as(kickoff, alice).get('/api/pt/posts/000000000000000000000000');

    expect(linesOf(answer.headers['x-request-id'])).toEqual([
      expect.objectContaining({
        event: 'request',
        method: 'GET',
        route: '/api/pt/posts/:id',
        status: 404,
        ms: expect.any(Number),
        callerId: alice.id,
        address: '127.0.0.1',
      }),
    ]);
  });

  it('contains a refusal as a security event with address and request id', async () => {
    const answer = await asVisitor(kickoff).get('/api/user/profile');

    expect(linesOf(answer.headers['x-request-id'])).toContainEqual(
      expect.objectContaining({
        event: 'refused',
        code: 'unauthenticated',
        address: '127.0.0.1',
      }),
    );
  });

  it('contains no password, token, email, phone, text or query of a session', async () => {
    const cookie = `kickoff_session=${alice.token}`;
    await asVisitor(kickoff)
      .post('/api/auth/login')
      .send({ ...alice, password: 'planted-guess' });
    await asVisitor(kickoff).get('/reset/planted-reset-token?email=planted.mail@fans.example');
    await asVisitor(kickoff)
      .get('/api/metrics')
      .set('Authorization', 'Bearer planted-metrics-token');
    await as(kickoff, alice).get('/api/user/profile').set('Cookie', cookie);
    await as(kickoff, alice).get('/api/pt/posts?cursor=planted-cursor');
    await as(kickoff, alice).post('/api/pt/posts').field('text', 'planted-text');
    await as(kickoff, alice).post('/api/pt/posts').set('Idempotency-Key', 'planted-key').send('{');
    await as(kickoff, alice).post('/api/auth/logout');

    expect(lines().length).toBeGreaterThan(10);
    expect(log).not.toMatch(/planted|99 1111|argon2/);
    expect(log).not.toContain(alice.token.split('.')[2]);
  });

  it('contains the start messages of Nest at debug level only', () => {
    const sentences = lines().filter(({ event }) => event.includes(' '));

    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences.map(({ level }) => level))).toEqual(new Set([20]));
  });
});

describe('metrics', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff({ METRICS_TOKEN: 'the-metrics-token', TRUST_PROXY: 'loopback' });
  });
  afterAll(() => kickoff.stop());

  const metrics = () => asVisitor(kickoff).get('/api/metrics');

  it('contain request durations by route pattern for local clients', async () => {
    await asVisitor(kickoff).get('/api/health/live');

    const answer = await metrics();

    expect(answer.status).toBe(200);
    expect(answer.text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/health/live",status="200"} 1',
    );
    expect(answer.text).toContain('process_resident_memory_bytes');
  });

  it.each(['203.0.113.9', '127.0.0.1'])(
    'return 401 to a client behind a local proxy with the address %s',
    async (address) => {
      expect((await metrics().set('X-Forwarded-For', address)).status).toBe(401);
    },
  );

  it.each([
    ['available', 'the-metrics-token', 200],
    ['unavailable', 'another-token', 401],
  ])('are %s to remote clients with the token %s', async (_what, token, status) => {
    const answer = await metrics()
      .set('X-Forwarded-For', '203.0.113.9')
      .set('Authorization', `Bearer ${token}`);

    expect(answer.status).toBe(status);
  });

  it('leave out a number whose database is away, and nothing else', async () => {
    kickoff.app.get(MetricsService).addGauge<'kind'>({
      name: 'test_away',
      help: 'Read from a database that is away',
      labelNames: ['kind'],
      read: () => Promise.reject(new mongo.MongoNetworkError('gone')),
    });

    const { text } = await metrics().expect(200);

    expect(text).not.toMatch(/^test_away\{/m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });
});
