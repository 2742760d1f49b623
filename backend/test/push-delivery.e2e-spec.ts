import { createPublicKey, verify } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PushMessage } from '@kickoff/contracts';
import { z } from 'zod';

import { as, logIn } from './support/callers.js';
import { PushFixture } from './support/push-fixture.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_SECONDS = 24 * 60 * 60;

describe('push delivery', () => {
  let fixture: PushFixture;

  beforeAll(async () => {
    fixture = await PushFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterEach(() => fixture.empty());
  afterAll(() => fixture.stop());

  it('sends an encrypted message with nothing but title, text and address', async () => {
    const browser = await fixture.aBrowser(fixture.ann);
    const startedMs = Date.now();

    await fixture.comment();

    const push = await fixture.receive(browser);
    expect(push.atMs - startedMs).toBeLessThan(5 * SECOND_MS);
    const message: PushMessage = browser.decrypt(push.body);
    expect(`${message.title} ${message.text}`).toContain(
      `${fixture.bob.username} commented on your post`,
    );
    expect(message.address).toMatch(new RegExp(`^/p/${fixture.postId}`));
    expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm' });
    expect(Number(push.headers.ttl)).toBeLessThanOrEqual(DAY_SECONDS);
    await until(async () => (await fixture.queued()) === 0 || undefined);
  });

  it('sends no message about a text with a word that the fan muted', async () => {
    const browser = await fixture.aBrowser(fixture.ann);
    const words = [{ word: 'spoiler' }];
    await as(fixture.kickoff, fixture.ann).put('/api/user/muted-words').send(words).expect(200);

    await fixture.comment('A spoiler');
    await fixture.notified('comment');
    await fixture.comment('What a match');

    const { body } = await fixture.receive(browser);
    await fixture.sender().sendAll();
    expect(browser.decrypt(body).text).toBe('What a match');
    expect(fixture.pushesTo(browser)).toHaveLength(1);
  });

  it('signs for the origin of the push service with the key of the server', async () => {
    const browser = await fixture.aBrowser(fixture.ann);
    await fixture.comment();
    const { headers } = await fixture.receive(browser);
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
    const answer = await as(fixture.kickoff, fixture.ann).get('/api/push/key').expect(200);
    expect(answer.body).toEqual({ key });
    expect(isSigned).toBe(true);
    const { aud, exp } = z
      .object({ aud: z.string(), exp: z.number() })
      .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    expect(aud).toBe(fixture.service.origin);
    expect(exp - Date.now() / SECOND_MS).toBeLessThanOrEqual(DAY_SECONDS);
  });

  it('sends to all browsers of a fan, once each', async () => {
    const browsers = [
      await fixture.aBrowser(fixture.ann),
      await fixture.aBrowser(fixture.ann),
      await fixture.aBrowser(fixture.ann),
    ];

    await fixture.comment();
    for (const browser of browsers) await fixture.receive(browser);
    await fixture.sender().sendAll();

    expect(browsers.map((browser) => fixture.pushesTo(browser).length)).toEqual([1, 1, 1]);
  });

  it('sends each message once with two instances', async () => {
    const other = await fixture.kickoff.another();
    const browsers = [await fixture.aBrowser(fixture.ann), await fixture.aBrowser(fixture.ann)];
    fixture.service.answer = (response) => void setTimeout(() => response.writeHead(201).end(), 50);

    await fixture.comment();
    await fixture.receive(browsers[0] ?? fail());
    await Promise.all([fixture.sender().sendAll(), fixture.sender(other).sendAll()]);

    expect(browsers.map((browser) => fixture.pushesTo(browser).length)).toEqual([1, 1]);
    await other.close();
  });

  describe('push settings', () => {
    it('sends no message for likes by default', async () => {
      const browser = await fixture.aBrowser(fixture.ann);
      await fixture.like();
      await fixture.notified('like');
      await fixture.comment();

      const { body } = await fixture.receive(browser);
      await fixture.sender().sendAll();

      expect(browser.decrypt(body).title).toContain('commented on your post');
      expect(fixture.pushesTo(browser)).toHaveLength(1);
    });

    it('sends messages of a kind that is switched on', async () => {
      await fixture.changeSettings({ push: { like: true } });
      const browser = await fixture.aBrowser(fixture.ann);

      await fixture.like();

      const { body } = await fixture.receive(browser);
      const { title, text } = browser.decrypt(body);
      expect(`${title} ${text}`).toContain('liked your post');
    });

    it('sends no message of a kind whose notifications are switched off', async () => {
      await fixture.changeSettings({ push: { like: true }, notifications: { comment: false } });
      const browser = await fixture.aBrowser(fixture.ann);

      await fixture.comment();
      await fixture.like();

      const { body } = await fixture.receive(browser);
      await fixture.sender().sendAll();
      expect(fixture.pushesTo(browser)).toHaveLength(1);
      expect(JSON.stringify(browser.decrypt(body))).toContain('liked');
    });
  });

  describe('after a session or subscription has changed', () => {
    it('sends nothing to a session that has ended', async () => {
      const phone = await logIn(fixture.kickoff, fixture.ann);
      const [ended, open] = [await fixture.aBrowser(phone), await fixture.aBrowser(fixture.ann)];
      await as(fixture.kickoff, phone).post('/api/auth/logout').expect(204);

      await fixture.comment();
      await fixture.receive(open);
      await fixture.sender().sendAll();

      expect(fixture.pushesTo(ended)).toEqual([]);
    });

    it('does not retry a message that was queued before its session ended', async () => {
      fixture.service.answerWith(503);
      const phone = await logIn(fixture.kickoff, fixture.ann);
      const browser = await fixture.aBrowser(phone);
      await fixture.comment();
      await fixture.receive(browser);
      await fixture.sender().sendAll();
      await as(fixture.kickoff, phone).post('/api/auth/logout').expect(204);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
      expect(await fixture.queued()).toBe(0);
    });

    it('does not send a queued message of the former owner to the browser of another fan', async () => {
      fixture.service.answerWith(503);
      const browser = await fixture.aBrowser(fixture.ann);
      await fixture.comment();
      await fixture.receive(browser);
      await fixture.sender().sendAll();
      await browser.subscribe(fixture.kickoff, fixture.bob);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
    });
  });
});

function fail(): never {
  throw new Error('There is no browser');
}
