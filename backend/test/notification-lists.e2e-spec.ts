import { Notification } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type request from 'supertest';
import { z } from 'zod';

import { as, type Caller } from './support/callers.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

const Notifications = z.array(Notification);
const NINETY_DAYS = 90 * 24 * 60 * 60;

describe('GET /api/notifications', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  it('POST /api/notifications/read marks the given notifications or all as read, only for the caller', async () => {
    await fixture.like(fixture.bob);
    await fixture.follow(fixture.bob, fixture.ann);
    const list = await fixture.listed(fixture.ann, 2);
    const ids = list.slice(0, 1).map(({ _id }) => _id);
    expect(await fixture.unreadOf(fixture.ann)).toBe(2);

    await as(fixture.kickoff, fixture.bob)
      .post('/api/notifications/read')
      .send({ ids })
      .expect(204);
    expect(await fixture.unreadOf(fixture.ann)).toBe(2);
    await as(fixture.kickoff, fixture.ann)
      .post('/api/notifications/read')
      .send({ ids })
      .expect(204);
    expect((await fixture.listOf(fixture.ann)).map(({ read }) => read)).toEqual([true, false]);
    await as(fixture.kickoff, fixture.ann).post('/api/notifications/read').expect(204);

    expect(await fixture.unreadOf(fixture.ann)).toBe(0);
    await as(fixture.kickoff, fixture.ann)
      .post('/api/notifications/read')
      .send({ ids: ['no'] })
      .expect(400);
    await as(fixture.kickoff, fixture.ann)
      .post('/api/notifications/read')
      .send({ ids: 'no' })
      .expect(400);
  });

  it('pages the list newest first, each notification once', async () => {
    const posts: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { _id } = await fixture.aPostBy(fixture.ann);
      await fixture.like(fixture.bob, true, _id);
      posts.unshift(_id);
    }
    const all = await fixture.listed(fixture.ann, 5);
    expect(all.map(({ target }) => target.id)).toEqual(posts);

    const seen: string[] = [];
    let address: string | undefined = '/api/notifications?limit=2';
    while (address) {
      const answer: request.Response = await as(fixture.kickoff, fixture.ann)
        .get(address)
        .expect(200);
      seen.push(...Notifications.parse(answer.body).map(({ _id }) => _id));
      address = /<([^>]+)>/.exec(answer.headers['link'] ?? '')?.[1];
    }

    expect(seen).toEqual(all.map(({ _id }) => _id));
    await as(fixture.kickoff, fixture.bob)
      .get('/api/notifications?cursor=abc.000000000000000000000000.xx')
      .expect(400);
  });

  it('publishes a new notification to the event stream of its fan only', async () => {
    const listener = new Listener({ Authorization: `Bearer ${fixture.ann.token}` });
    const other = new Listener({ Authorization: `Bearer ${fixture.bob.token}` });
    await listener.connect(fixture.kickoff);
    await other.connect(fixture.kickoff);

    await fixture.like(fixture.bob);

    const received = await until(() =>
      listener.received.find(({ name }) => name === 'notification'),
    );
    const [only] = await fixture.listed(fixture.ann, 1);
    expect(Notification.parse(received.data)).toEqual(only);
    const last = await fixture.aPostBy(fixture.ann);
    await until(
      () => other.received.some(({ data }) => JSON.stringify(data).includes(last._id)) || undefined,
    );
    expect(other.receivedNames()).not.toContain('notification');
    listener.disconnect();
    other.disconnect();
  });

  it('TTL indexes expire notifications after ninety days', async () => {
    for (const name of ['notifications', 'notification_dedup_keys']) {
      const indexes = await fixture.kickoff.connection.collection(name).indexes();

      expect(indexes.find(({ key }) => Object.keys(key).join() === 'at')).toMatchObject({
        expireAfterSeconds: NINETY_DAYS,
      });
    }
  });

  it('writes queued notifications before the instance stops', async () => {
    const other = await fixture.kickoff.another();
    await as(other, fixture.bob)
      .post(`/api/pt/posts/${fixture.post._id}/like`)
      .send({ liked: true })
      .expect(200);

    await other.close();

    expect(await fixture.listOf(fixture.ann)).toHaveLength(1);
  });

  it('the list reads from indexes alone', async () => {
    await fixture.like(fixture.bob);
    await fixture.follow(fixture.bob, fixture.ann);
    await fixture.listed(fixture.ann, 2);

    expectIndexesAlone(
      'the list',
      await operationsOf(fixture.kickoff, () => fixture.ask(fixture.ann, '?limit=20')),
    );
  });

  it('examines as many rows with 3,000 unread notifications as with 1,500, and counts at most 1,000', async () => {
    const rows = fixture.kickoff.connection.collection('notifications');
    const fanId = new Types.ObjectId(fixture.ann.id);
    const addUnread = (count: number) =>
      rows.insertMany(
        Array.from({ length: count }, () => ({
          fanId,
          kind: 'follow',
          group: new Types.ObjectId().toString(),
          target: { type: 'user', id: fixture.ann.id },
          actors: [],
          count: 0,
          read: false,
          at: fixture.kickoff.clock.now(),
        })),
      );
    const examined = async () =>
      (await operationsOf(fixture.kickoff, () => fixture.ask(fixture.ann, '?limit=1')))
        .filter(({ collection }) => collection === 'notifications')
        .reduce((sum, { examined: { keys, documents } }) => sum + keys + documents, 0);

    await addUnread(1_500);
    const before = await examined();
    await addUnread(1_500);

    expect(await fixture.unreadOf(fixture.ann)).toBe(1_000);
    expect(await examined()).toBe(before);
  });

  it('examines the unread notifications only, also after those of a fan who has read none', async () => {
    const { ann, bob, kickoff } = fixture;
    const rows = kickoff.connection.collection('notifications');
    const add = (to: Caller, count: number, unread: number) =>
      rows.insertMany(
        Array.from({ length: count }, (_, at) => ({
          fanId: new Types.ObjectId(to.id),
          kind: 'team',
          group: `team:${at}`,
          target: { type: 'match', id: `demo:${at}` },
          actors: [],
          count: 1,
          read: at >= unread,
          at: kickoff.clock.now(),
        })),
      );
    // Without a shield the matches of unread notifications are not read.
    for (const fan of [ann, bob])
      await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    await add(ann, 60, 60);
    await add(bob, 500, 3);
    const readAll = async (by: Caller) => {
      await fixture.ask(by, '?limit=1');
      await as(kickoff, by).post('/api/notifications/read').expect(204);
    };
    await kickoff.connection.db?.command({ planCacheClear: 'notifications' });
    for (let time = 0; time < 5; time++) {
      await readAll(ann);
      await rows.updateMany({ fanId: new Types.ObjectId(ann.id) }, { $set: { read: false } });
    }

    const operations = await operationsOf(kickoff, () => readAll(bob));

    const examined = operations
      .filter(({ collection }) => collection === 'notifications')
      .map(({ examined: { documents } }) => documents);
    expect(examined.length).toBeGreaterThan(2);
    // The list reads more rows than its page, to skip those that the fan may not see.
    expect(Math.max(...examined)).toBeLessThan(20);
  });
});
