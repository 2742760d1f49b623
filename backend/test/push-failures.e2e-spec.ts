import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { as } from './support/callers.js';
import { PushFixture } from './support/push-fixture.js';
import { until } from './support/until.js';
import { postWith } from './support/uploads.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

describe('push delivery to a failing service', () => {
  let fixture: PushFixture;

  beforeAll(async () => {
    fixture = await PushFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterEach(() => fixture.empty());
  afterAll(() => fixture.stop());

  it.each([404, 410])('removes the subscription after a %i', async (status) => {
    fixture.service.answerWith(status);
    const browser = await fixture.aBrowser(fixture.ann);

    await fixture.comment();
    await fixture.receive(browser);
    await fixture.sender().sendAll();

    expect(await fixture.rows().findOne({ endpoint: browser.endpoint })).toBeNull();
    expect(await fixture.queued()).toBe(0);
  });

  it.each([429, 500, 503])('retries after a %i, first within 10 s', async (status) => {
    fixture.service.answerWith(status);
    const browser = await fixture.aBrowser(fixture.ann);
    await fixture.comment();
    await fixture.receive(browser);
    await fixture.sender().sendAll();

    const counts = [fixture.pushesTo(browser).length];
    for (const seconds of [4, 5, 10, 10]) {
      await fixture.later(seconds * SECOND_MS);
      counts.push(fixture.pushesTo(browser).length);
    }

    expect(counts).toEqual([1, 1, 2, 2, 3]);
    fixture.service.answerWith(201);
    await fixture.later(MINUTE_MS);
    expect(fixture.pushesTo(browser)).toHaveLength(4);
    expect(await fixture.queued()).toBe(0);
  });

  it.each([
    ['seconds', () => '120'],
    [
      'a date',
      () => new Date(fixture.kickoff.clock.now().getTime() + 120 * SECOND_MS).toUTCString(),
    ],
  ])('waits as long as Retry-After specifies in %s', async (_, header) => {
    fixture.service.answerWith(429, { 'Retry-After': header() });
    const browser = await fixture.aBrowser(fixture.ann);
    await fixture.comment();
    await fixture.receive(browser);
    await fixture.sender().sendAll();
    fixture.service.answerWith(201);

    await fixture.later(115 * SECOND_MS);
    expect(fixture.pushesTo(browser)).toHaveLength(1);
    await fixture.later(6 * SECOND_MS);

    expect(fixture.pushesTo(browser)).toHaveLength(2);
  });

  it('stops retrying after an hour', async () => {
    fixture.service.answerWith(503);
    const browser = await fixture.aBrowser(fixture.ann);
    await fixture.comment();
    await fixture.receive(browser);
    for (let minutes = 0; minutes < 65; minutes += 5) await fixture.later(5 * MINUTE_MS);
    const tries = fixture.pushesTo(browser).length;

    await fixture.later(60 * MINUTE_MS);

    expect(tries).toBeGreaterThan(5);
    expect(fixture.pushesTo(browser)).toHaveLength(tries);
    expect(await fixture.queued()).toBe(0);
    expect(await fixture.rows().findOne({ endpoint: browser.endpoint })).not.toBeNull();
  });

  it.each([
    [400, {}],
    [403, {}],
    [413, {}],
    [301, { Location: '/elsewhere' }],
    [307, { Location: '/elsewhere' }],
  ])('drops the message after a %i, without following redirects', async (status, headers) => {
    fixture.service.answerWith(status, headers);
    const browser = await fixture.aBrowser(fixture.ann);
    await fixture.comment();
    await fixture.receive(browser);
    await fixture.sender().sendAll();

    await fixture.later(MINUTE_MS);

    expect(fixture.service.received).toHaveLength(1);
    expect(await fixture.queued()).toBe(0);
    expect(await fixture.rows().findOne({ endpoint: browser.endpoint })).not.toBeNull();
  });

  it('drops the message when the service closes the connection', async () => {
    fixture.slow.answer = (response) => response.destroy();
    const browser = await fixture.aBrowser(fixture.ann, fixture.slow);
    await fixture.comment();
    await fixture.receive(browser, fixture.slow);

    await until(async () => (await fixture.queued()) === 0 || undefined);

    expect(fixture.pushesTo(browser, fixture.slow)).toHaveLength(1);
  });

  describe('when the body of a response is cut off', () => {
    const cutAfter = (status: number) => {
      fixture.service.answer = (response) => {
        response.writeHead(status, { 'Content-Length': '100' });
        response.write('cut off', () => response.destroy());
      };
    };

    it('removes the subscription after a 410', async () => {
      cutAfter(410);
      const browser = await fixture.aBrowser(fixture.ann);

      await fixture.comment();
      await fixture.receive(browser);
      await fixture.sender().sendAll();

      expect(await fixture.rows().findOne({ endpoint: browser.endpoint })).toBeNull();
    });

    it('retries after a 503', async () => {
      cutAfter(503);
      const browser = await fixture.aBrowser(fixture.ann);
      await fixture.comment();
      await fixture.receive(browser);
      await fixture.sender().sendAll();
      fixture.service.answerWith(201);

      await fixture.later(10 * SECOND_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(2);
    });

    it('does not retry after a 201 on a reused connection', async () => {
      const browser = await fixture.aBrowser(fixture.ann);
      await fixture.comment();
      await fixture.receive(browser);
      await fixture.sender().sendAll();
      cutAfter(201);
      await fixture.comment();
      await until(() => fixture.pushesTo(browser)[1]);
      await fixture.sender().sendAll();
      fixture.service.answerWith(201);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(2);
    });
  });

  it('delivers to other services while one does not respond', async () => {
    fixture.slow.answer = () => undefined;
    const hanging = await Promise.all(
      Array.from({ length: 10 }, () => fixture.aBrowser(fixture.bob, fixture.slow)),
    );
    const browser = await fixture.aBrowser(fixture.ann);
    // More messages than the slow service has slots.
    const theirs = (await postWith(fixture.kickoff, fixture.bob, {}, { text: 'Mine' }))._id;
    for (let count = 0; count < 3; count += 1) {
      const text = `Comment ${count}`;
      await as(fixture.kickoff, fixture.ann)
        .post(`/api/pt/posts/${theirs}/comment`)
        .send({ text })
        .expect(200);
    }
    await until(() => (fixture.slow.received.length > 0 ? true : undefined));
    const startedMs = Date.now();

    await fixture.comment();

    const push = await fixture.receive(browser);
    expect(push.atMs - startedMs).toBeLessThan(5 * SECOND_MS);
    expect(fixture.slow.received.length).toBeLessThanOrEqual(hanging.length);
    await fixture.kickoff.connection.collection('push_messages').deleteMany({});
    fixture.slow.cut();
  });
});
