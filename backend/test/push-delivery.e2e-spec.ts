import { createPublicKey, verify } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PushMessage } from '@kickoff/contracts';
import { PushServiceDouble } from '@kickoff/testing/push-service-double';
import { z } from 'zod';

import { PushSender } from '../src/push/push-sender.js';
import { Browser } from './support/browsers.js';
import { aFan, as, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { postWith } from './support/uploads.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_SECONDS = 24 * 60 * 60;

describe('push delivery', () => {
  let service: PushServiceDouble;
  let slow: PushServiceDouble;
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;
  let postId: string;
  let number = 0;

  beforeAll(async () => {
    [service, slow] = await Promise.all([PushServiceDouble.open(), PushServiceDouble.open()]);
    kickoff = await startKickOff({ PUSH_TEST_ORIGINS: `${service.origin},${slow.origin}` });
  });
  beforeEach(async () => {
    [ann, bob] = await Promise.all([aFan(kickoff), aFan(kickoff)]);
    postId = (await postWith(kickoff, ann, {}, { text: 'Goal!' }))._id;
  });
  afterEach(async () => {
    await sender().sendAll();
    await kickoff.connection.collection('push_messages').deleteMany({});
    service.reset();
    slow.reset();
  });
  afterAll(async () => {
    await Promise.all([service.close(), slow.close()]);
    await kickoff.stop();
  });

  const sender = (at = kickoff) => at.app.get(PushSender, { strict: false });
  const queued = () => kickoff.connection.collection('push_messages').countDocuments();
  const rows = () => kickoff.connection.collection('push_subscriptions');
  const aBrowser = async (fan: Caller, at = service) => {
    const browser = new Browser(`${at.origin}/send/${(number += 1)}`);
    await browser.subscribe(kickoff, fan);
    return browser;
  };
  const comment = (text = 'What a match') =>
    as(kickoff, bob).post(`/api/pt/posts/${postId}/comment`).send({ text }).expect(200);
  const like = () =>
    as(kickoff, bob).post(`/api/pt/posts/${postId}/like`).send({ liked: true }).expect(200);
  const changeSettings = (settings: object) =>
    as(kickoff, ann).patch('/api/user/settings').send(settings).expect(200);
  /** Waits until notifications of this kind are written for Ann. */
  const notified = (kind: string) =>
    until(async () => {
      const answer = await as(kickoff, ann).get('/api/notifications').expect(200);
      const list = z.array(z.object({ kind: z.string() })).parse(answer.body);
      return list.some((row) => row.kind === kind) || undefined;
    });
  const pushesTo = ({ endpoint }: Browser, at = service) =>
    at.receivedAt(new URL(endpoint).pathname);
  const receive = (browser: Browser, at = service) => until(() => pushesTo(browser, at)[0]);
  const later = async (ms: number) => {
    kickoff.clock.advance(ms);
    await sender().sendAll();
  };

  it('sends an encrypted message with nothing but title, text and address', async () => {
    const browser = await aBrowser(ann);
    const startedMs = Date.now();

    await comment();

    const push = await receive(browser);
    expect(push.atMs - startedMs).toBeLessThan(5 * SECOND_MS);
    const message: PushMessage = browser.decrypt(push.body);
    expect(`${message.title} ${message.text}`).toContain(`${bob.username} commented on your post`);
    expect(message.address).toMatch(new RegExp(`^/p/${postId}`));
    expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm' });
    expect(Number(push.headers.ttl)).toBeLessThanOrEqual(DAY_SECONDS);
    await until(async () => (await queued()) === 0 || undefined);
  });

  it('sends no message about a text with a word that the fan muted', async () => {
    const browser = await aBrowser(ann);
    const words = [{ word: 'spoiler' }];
    await as(kickoff, ann).put('/api/user/muted-words').send(words).expect(200);

    await comment('A spoiler');
    await notified('comment');
    await comment('What a match');

    const { body } = await receive(browser);
    await sender().sendAll();
    expect(browser.decrypt(body).text).toBe('What a match');
    expect(pushesTo(browser)).toHaveLength(1);
  });

  it('signs for the origin of the push service with the key of the server', async () => {
    const browser = await aBrowser(ann);
    await comment();
    const { headers } = await receive(browser);
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(
      headers.authorization ?? '',
    ) ?? [''];

    const [header = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const answer = await as(kickoff, ann).get('/api/push/key').expect(200);
    expect(answer.body).toEqual({ key });
    expect(isSigned).toBe(true);
    const { aud, exp } = z
      .object({ aud: z.string(), exp: z.number() })
      .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    expect(aud).toBe(service.origin);
    expect(exp - Date.now() / SECOND_MS).toBeLessThanOrEqual(DAY_SECONDS);
  });

  it('sends to all browsers of a fan, once each', async () => {
    const browsers = [await aBrowser(ann), await aBrowser(ann), await aBrowser(ann)];

    await comment();
    for (const browser of browsers) await receive(browser);
    await sender().sendAll();

    expect(browsers.map((browser) => pushesTo(browser).length)).toEqual([1, 1, 1]);
  });

  it('sends each message once with two instances', async () => {
    const other = await kickoff.another();
    const browsers = [await aBrowser(ann), await aBrowser(ann)];
    service.answer = (response) => void setTimeout(() => response.writeHead(201).end(), 50);

    await comment();
    await receive(browsers[0] ?? fail());
    await Promise.all([sender().sendAll(), sender(other).sendAll()]);

    expect(browsers.map((browser) => pushesTo(browser).length)).toEqual([1, 1]);
    await other.close();
  });

  describe('push settings', () => {
    it('sends no message for likes by default', async () => {
      const browser = await aBrowser(ann);
      await like();
      await notified('like');
      await comment();

      const { body } = await receive(browser);
      await sender().sendAll();

      expect(browser.decrypt(body).title).toContain('commented on your post');
      expect(pushesTo(browser)).toHaveLength(1);
    });

    it('sends messages of a kind that is switched on', async () => {
      await changeSettings({ push: { like: true } });
      const browser = await aBrowser(ann);

      await like();

      const { body } = await receive(browser);
      const { title, text } = browser.decrypt(body);
      expect(`${title} ${text}`).toContain('liked your post');
    });

    it('sends no message of a kind whose notifications are switched off', async () => {
      await changeSettings({ push: { like: true }, notifications: { comment: false } });
      const browser = await aBrowser(ann);

      await comment();
      await like();

      const { body } = await receive(browser);
      await sender().sendAll();
      expect(pushesTo(browser)).toHaveLength(1);
      expect(JSON.stringify(browser.decrypt(body))).toContain('liked');
    });
  });

  it.each([404, 410])('removes the subscription after a %i', async (status) => {
    service.answerWith(status);
    const browser = await aBrowser(ann);

    await comment();
    await receive(browser);
    await sender().sendAll();

    expect(await rows().findOne({ endpoint: browser.endpoint })).toBeNull();
    expect(await queued()).toBe(0);
  });

  it.each([429, 500, 503])('retries after a %i, first within 10 s', async (status) => {
    service.answerWith(status);
    const browser = await aBrowser(ann);
    await comment();
    await receive(browser);
    await sender().sendAll();

    const counts = [pushesTo(browser).length];
    for (const seconds of [4, 5, 10, 10]) {
      await later(seconds * SECOND_MS);
      counts.push(pushesTo(browser).length);
    }

    expect(counts).toEqual([1, 1, 2, 2, 3]);
    service.answerWith(201);
    await later(MINUTE_MS);
    expect(pushesTo(browser)).toHaveLength(4);
    expect(await queued()).toBe(0);
  });

  it.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(kickoff.clock.now().getTime() + 120 * SECOND_MS).toUTCString()],
  ])('waits as long as Retry-After specifies in %s', async (_, header) => {
    service.answerWith(429, { 'Retry-After': header() });
    const browser = await aBrowser(ann);
    await comment();
    await receive(browser);
    await sender().sendAll();
    service.answerWith(201);

    await later(115 * SECOND_MS);
    expect(pushesTo(browser)).toHaveLength(1);
    await later(6 * SECOND_MS);

    expect(pushesTo(browser)).toHaveLength(2);
  });

  it('stops retrying after an hour', async () => {
    service.answerWith(503);
    const browser = await aBrowser(ann);
    await comment();
    await receive(browser);
    for (let minutes = 0; minutes < 65; minutes += 5) await later(5 * MINUTE_MS);
    const tries = pushesTo(browser).length;

    await later(60 * MINUTE_MS);

    expect(tries).toBeGreaterThan(5);
    expect(pushesTo(browser)).toHaveLength(tries);
    expect(await queued()).toBe(0);
    expect(await rows().findOne({ endpoint: browser.endpoint })).not.toBeNull();
  });

  it.each([
    [400, {}],
    [403, {}],
    [413, {}],
    [301, { Location: '/elsewhere' }],
    [307, { Location: '/elsewhere' }],
  ])('drops the message after a %i, without following redirects', async (status, headers) => {
    service.answerWith(status, headers);
    const browser = await aBrowser(ann);
    await comment();
    await receive(browser);
    await sender().sendAll();

    await later(MINUTE_MS);

    expect(service.received).toHaveLength(1);
    expect(await queued()).toBe(0);
    expect(await rows().findOne({ endpoint: browser.endpoint })).not.toBeNull();
  });

  it('drops the message when the service closes the connection', async () => {
    slow.answer = (response) => response.destroy();
    const browser = await aBrowser(ann, slow);
    await comment();
    await receive(browser, slow);

    await until(async () => (await queued()) === 0 || undefined);

    expect(pushesTo(browser, slow)).toHaveLength(1);
  });

  describe('when the body of a response is cut off', () => {
    const cutAfter = (status: number) => {
      service.answer = (response) => {
        response.writeHead(status, { 'Content-Length': '100' });
        response.write('cut off', () => response.destroy());
      };
    };

    it('removes the subscription after a 410', async () => {
      cutAfter(410);
      const browser = await aBrowser(ann);

      await comment();
      await receive(browser);
      await sender().sendAll();

      expect(await rows().findOne({ endpoint: browser.endpoint })).toBeNull();
    });

    it('retries after a 503', async () => {
      cutAfter(503);
      const browser = await aBrowser(ann);
      await comment();
      await receive(browser);
      await sender().sendAll();
      service.answerWith(201);

      await later(10 * SECOND_MS);

      expect(pushesTo(browser)).toHaveLength(2);
    });

    it('does not retry after a 201 on a reused connection', async () => {
      const browser = await aBrowser(ann);
      await comment();
      await receive(browser);
      await sender().sendAll();
      cutAfter(201);
      await comment();
      await until(() => pushesTo(browser)[1]);
      await sender().sendAll();
      service.answerWith(201);

      await later(MINUTE_MS);

      expect(pushesTo(browser)).toHaveLength(2);
    });
  });

  it('delivers to other services while one does not respond', async () => {
    slow.answer = () => undefined;
    const hanging = await Promise.all(Array.from({ length: 10 }, () => aBrowser(bob, slow)));
    const browser = await aBrowser(ann);
    // More messages than the slow service has slots.
    const theirs = (await postWith(kickoff, bob, {}, { text: 'Mine' }))._id;
    for (let count = 0; count < 3; count += 1) {
      const text = `Comment ${count}`;
      await as(kickoff, ann).post(`/api/pt/posts/${theirs}/comment`).send({ text }).expect(200);
    }
    await until(() => (slow.received.length > 0 ? true : undefined));
    const startedMs = Date.now();

    await comment();

    const push = await receive(browser);
    expect(push.atMs - startedMs).toBeLessThan(5 * SECOND_MS);
    expect(slow.received.length).toBeLessThanOrEqual(hanging.length);
    await kickoff.connection.collection('push_messages').deleteMany({});
    slow.cut();
  });

  describe('after a session or subscription has changed', () => {
    it('sends nothing to a session that has ended', async () => {
      const phone = await logIn(kickoff, ann);
      const [ended, open] = [await aBrowser(phone), await aBrowser(ann)];
      await as(kickoff, phone).post('/api/auth/logout').expect(204);

      await comment();
      await receive(open);
      await sender().sendAll();

      expect(pushesTo(ended)).toEqual([]);
    });

    it('does not retry a message that was queued before its session ended', async () => {
      service.answerWith(503);
      const phone = await logIn(kickoff, ann);
      const browser = await aBrowser(phone);
      await comment();
      await receive(browser);
      await sender().sendAll();
      await as(kickoff, phone).post('/api/auth/logout').expect(204);

      await later(MINUTE_MS);

      expect(pushesTo(browser)).toHaveLength(1);
      expect(await queued()).toBe(0);
    });

    it('does not send a queued message of the former owner to the browser of another fan', async () => {
      service.answerWith(503);
      const browser = await aBrowser(ann);
      await comment();
      await receive(browser);
      await sender().sendAll();
      await browser.subscribe(kickoff, bob);

      await later(MINUTE_MS);

      expect(pushesTo(browser)).toHaveLength(1);
    });
  });
});

function fail(): never {
  throw new Error('There is no browser');
}
