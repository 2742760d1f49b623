import { createPublicKey, verify } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData, type PushMessage } from '@kickoff/contracts';
import { z } from 'zod';

import { NotificationWriter } from '../src/notifications/notification-writer.js';
import type { Browser } from './support/browsers.js';
import { aFan, as, type Caller, logIn } from './support/callers.js';
import { PushFixture } from './support/push-fixture.js';
import { until } from './support/until.js';
import { postWith } from './support/uploads.js';

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

  /** Makes Ann mute a word. */
  const mute = (word: string) =>
    as(fixture.kickoff, fixture.ann).put('/api/user/muted-words').send([{ word }]).expect(200);

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
    await mute('spoiler');

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

  describe('when a queued message is retried', () => {
    /** Queues a message that the push service refuses, and returns its browser. */
    async function aRefused(cause: () => PromiseLike<unknown>): Promise<Browser> {
      fixture.service.answerWith(503);
      const browser = await fixture.aBrowser(fixture.ann);
      await cause();
      await fixture.receive(browser);
      await fixture.sender().sendAll();
      fixture.service.answerWith(201);
      return browser;
    }
    const ann = () => as(fixture.kickoff, fixture.ann);

    it.each<[string, () => PromiseLike<unknown>]>([
      ['blocked', () => ann().post(`/api/user/block/${fixture.bob.id}`).expect(204)],
      ['muted', () => ann().post(`/api/user/mute/${fixture.bob.id}`).expect(204)],
      [
        'deleted',
        () =>
          as(fixture.kickoff, fixture.bob)
            .delete('/api/user')
            .send({ password: fixture.bob.password })
            .expect(200),
      ],
    ])('is not sent if one of its actors is %s', async (_, change) => {
      await fixture.changeSettings({ push: { like: true } });
      const carol = await aFan(fixture.kickoff);
      await fixture.like(carol);
      await fixture.notified('like');
      const browser = await aRefused(() => fixture.like());
      await change();

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
      expect(await fixture.queued()).toBe(0);
    });

    it.each<[string, (commentId: string) => PromiseLike<unknown>]>([
      ['its post is deleted', () => ann().delete(`/api/pt/posts/${fixture.postId}`).expect(204)],
      [
        'its comment is deleted',
        (id) => ann().delete(`/api/pt/posts/${fixture.postId}/comments/${id}`).expect(204),
      ],
      ['the fan mutes a word of it', () => mute('match')],
      ['the fan switches off its kind', () => fixture.changeSettings({ push: { comment: false } })],
    ])('is not sent if %s', async (_, change) => {
      const browser = await aRefused(() => fixture.comment('What a match'));
      const list = await ann().get('/api/notifications').expect(200);
      const [{ commentId } = fail()] = z
        .array(z.object({ commentId: z.string() }))
        .parse(list.body);
      await change(commentId);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
      expect(await fixture.queued()).toBe(0);
    });

    it('is not sent if the author of the post is blocked', async () => {
      const carol = await aFan(fixture.kickoff);
      const { _id } = await postWith(fixture.kickoff, carol, {}, { text: 'Goal!' });
      const comment = (by: Caller) =>
        as(fixture.kickoff, by)
          .post(`/api/pt/posts/${_id}/comment`)
          .send({ text: 'Yes' })
          .expect(200);
      await comment(fixture.ann);
      const browser = await aRefused(() => comment(fixture.bob));
      await ann().post(`/api/user/block/${carol.id}`).expect(204);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
    });

    it('is not sent about a match that the fan has hidden', async () => {
      const league = await ann().get('/api/football?league=premier_league').expect(200);
      const { matches } = LeagueData.parse(league.body);
      const { id } = matches.find(({ status }) => status === 'FINISHED') ?? fail();
      const request = {
        kind: 'match',
        group: `team:${id}`,
        target: { type: 'match', id },
        dedupKey: '1',
        text: 'Full time',
        match: { id, at: fixture.kickoff.clock.now() },
      } as const;
      const writer = fixture.kickoff.app.get(NotificationWriter, { strict: false });
      const browser = await aRefused(() => writer.write([{ fanId: fixture.ann.id, request }]));
      await ann().put(`/api/user/viewpoints/${id}`).send({ mode: 'hidden' }).expect(200);

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(1);
    });

    it('is sent if nothing has changed', async () => {
      const browser = await aRefused(() => fixture.comment());

      await fixture.later(MINUTE_MS);

      expect(fixture.pushesTo(browser)).toHaveLength(2);
    });
  });
});

function fail(): never {
  throw new Error('There is no browser');
}
