import { Notification } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type request from 'supertest';
import { z } from 'zod';

import { as } from './support/callers.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

const Notifications = z.array(Notification);
const NINETY_DAYS = 90 * 24 * 60 * 60;

describe('GET /api/notifications', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  it('marks the given notifications or all as read, but only those of the caller', async () => {
    await room.like(room.bob);
    await room.follow(room.bob, room.ann);
    const list = await room.listed(room.ann, 2);
    const ids = list.slice(0, 1).map(({ _id }) => _id);
    expect(await room.unreadOf(room.ann)).toBe(2);

    await as(room.kickoff, room.bob).post('/api/notifications/read').send({ ids }).expect(204);
    expect(await room.unreadOf(room.ann)).toBe(2);
    await as(room.kickoff, room.ann).post('/api/notifications/read').send({ ids }).expect(204);
    expect((await room.listOf(room.ann)).map(({ read }) => read)).toEqual([true, false]);
    await as(room.kickoff, room.ann).post('/api/notifications/read').expect(204);

    expect(await room.unreadOf(room.ann)).toBe(0);
    await as(room.kickoff, room.ann)
      .post('/api/notifications/read')
      .send({ ids: ['no'] })
      .expect(400);
    await as(room.kickoff, room.ann)
      .post('/api/notifications/read')
      .send({ ids: 'no' })
      .expect(400);
  });

  it('pages the list newest first, each notification once', async () => {
    const posts: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { _id } = await room.aPostBy(room.ann);
      await room.like(room.bob, true, _id);
      posts.unshift(_id);
    }
    const all = await room.listed(room.ann, 5);
    expect(all.map(({ target }) => target.id)).toEqual(posts);

    const seen: string[] = [];
    let address: string | undefined = '/api/notifications?limit=2';
    while (address) {
      const answer: request.Response = await as(room.kickoff, room.ann).get(address).expect(200);
      seen.push(...Notifications.parse(answer.body).map(({ _id }) => _id));
      address = /<([^>]+)>/.exec(answer.headers['link'] ?? '')?.[1];
    }

    expect(seen).toEqual(all.map(({ _id }) => _id));
    await as(room.kickoff, room.bob)
      .get('/api/notifications?cursor=abc.000000000000000000000000.xx')
      .expect(400);
  });

  it('sends a new notification over the event stream to its fan only', async () => {
    const listener = new Listener({ Authorization: `Bearer ${room.ann.token}` });
    const other = new Listener({ Authorization: `Bearer ${room.bob.token}` });
    await listener.connect(room.kickoff);
    await other.connect(room.kickoff);

    await room.like(room.bob);

    const heard = await until(() => listener.heard.find(({ name }) => name === 'notification'));
    const [only] = await room.listed(room.ann, 1);
    expect(Notification.parse(heard.data)).toEqual(only);
    const last = await room.aPostBy(room.ann);
    await until(
      () => other.heard.some(({ data }) => JSON.stringify(data).includes(last._id)) || undefined,
    );
    expect(other.namesHeard()).not.toContain('notification');
    listener.disconnect();
    other.disconnect();
  });

  it('expires notifications after ninety days', async () => {
    for (const name of ['notifications', 'notification_dedup_keys']) {
      const indexes = await room.kickoff.connection.collection(name).indexes();

      expect(indexes.find(({ key }) => Object.keys(key).join() === 'at')).toMatchObject({
        expireAfterSeconds: NINETY_DAYS,
      });
    }
  });

  it('writes queued notifications before the instance stops', async () => {
    const other = await room.kickoff.another();
    await as(other, room.bob)
      .post(`/api/pt/posts/${room.post._id}/like`)
      .send({ liked: true })
      .expect(200);

    await other.close();

    expect(await room.listOf(room.ann)).toHaveLength(1);
  });

  it('lists and counts notifications from indexes alone', async () => {
    await room.like(room.bob);
    await room.follow(room.bob, room.ann);
    await room.listed(room.ann, 2);

    expectIndexesAlone(
      'the list',
      await operationsOf(room.kickoff, () => room.ask(room.ann, '?limit=20')),
    );
  });

  it('costs the same with 3,000 unread notifications as with 1,500', async () => {
    const rows = room.kickoff.connection.collection('notifications');
    const fanId = new Types.ObjectId(room.ann.id);
    const addUnread = (count: number) =>
      rows.insertMany(
        Array.from({ length: count }, () => ({
          fanId,
          kind: 'follow',
          group: new Types.ObjectId().toString(),
          target: { type: 'user', id: room.ann.id },
          actors: [],
          count: 0,
          read: false,
          at: room.kickoff.clock.now(),
        })),
      );
    const examined = async () =>
      (await operationsOf(room.kickoff, () => room.ask(room.ann, '?limit=1')))
        .filter(({ collection }) => collection === 'notifications')
        .reduce((sum, { examined: { keys, documents } }) => sum + keys + documents, 0);

    await addUnread(1_500);
    const before = await examined();
    await addUnread(1_500);

    expect(await room.unreadOf(room.ann)).toBe(1_000);
    expect(await examined()).toBe(before);
  });
});
