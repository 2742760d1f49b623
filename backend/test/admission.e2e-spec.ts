import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { Admission, ADMISSION_OPTIONS } from '../src/common/admission/admission.js';
import { FeedService } from '../src/posts/feed/feed.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, REAL_BOUNDS, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

describe('overloaded server', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let admission: Admission;

  beforeAll(async () => {
    kickoff = await startKickOff({}, undefined, REAL_BOUNDS);
    alice = await aFan(kickoff);
    admission = kickoff.app.get(Admission);
  });
  afterAll(() => kickoff.stop());

  it('answers 503 with Retry-After to excess requests while logins and health checks succeed', async () => {
    let open = () => {};
    const gate = new Promise<void>((done) => (open = done));
    const feed = kickoff.app.get(FeedService);
    const readFeed = feed.feed.bind(feed);
    const spy = jest.spyOn(feed, 'feed').mockImplementation(async (...given) => {
      await gate;
      return readFeed(...given);
    });
    const ask = () =>
      as(kickoff, alice)
        .get('/api/pt/posts?limit=1')
        .then((answer) => answer);

    const asked: ReturnType<typeof ask>[] = [];
    await until(() => {
      for (let more = 0; more < ADMISSION_OPTIONS.minRunning; more += 1) asked.push(ask());
      return admission.refused > 0 || undefined;
    });
    const refused = await Promise.any(
      asked.map(async (answer) => {
        expect((await answer).status).toBe(503);
        return answer;
      }),
    );
    const login = await asVisitor(kickoff).post('/api/auth/login').send(alice);
    const health = await asVisitor(kickoff).get('/api/health/ready');
    open();
    const answers = await Promise.all(asked);
    spy.mockRestore();

    expect({ status: refused.status, ...ErrorAnswer.parse(refused.body) }).toMatchObject({
      ...{ status: 503, code: 'unavailable' },
      ...{ error: 'KickOff is very busy. Please try again in a moment.' },
      requestId: refused.headers['x-request-id'],
    });
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect([login.status, health.status]).toEqual([200, 200]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });

  it('counts refused requests in its metrics', async () => {
    const { text } = await asVisitor(kickoff).get('/api/metrics').expect(200);

    expect(text).toMatch(/^kickoff_requests_refused_total [1-9]\d*$/m);
    expect(text).toMatch(/^kickoff_requests_running \d+$/m);
    expect(text).toMatch(/^kickoff_requests_waiting 0$/m);
  });
});
