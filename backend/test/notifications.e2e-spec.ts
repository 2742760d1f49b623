import { NotificationKind } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';

import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as } from './support/callers.js';
import { namesOf, NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

describe('NotificationsService', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  it('notifies the author of likes and comments', async () => {
    await fixture.like(fixture.bob);
    await fixture.comment(fixture.bob);

    const list = await fixture.listed(fixture.ann, 2);
    expect(list.map(({ kind }) => kind).sort()).toEqual(['comment', 'like']);
    for (const notification of list) {
      expect(notification).toMatchObject({
        target: { type: 'post', id: fixture.post._id },
        count: 1,
        read: false,
        actors: [{ _id: fixture.bob.id, username: fixture.bob.username, profilePicture: '' }],
      });
    }
  });

  it('notifies a fan of a new follower', async () => {
    await fixture.follow(fixture.bob, fixture.ann);

    const [first] = await fixture.listed(fixture.ann, 1);
    expect(first).toMatchObject({
      kind: 'follow',
      target: { type: 'user', id: fixture.ann.id },
      count: 1,
    });
    expect(first && namesOf(first)).toEqual([fixture.bob.username]);
  });

  it('groups likes of a post into one notification that names the newest three fans', async () => {
    const crowd = [];
    for (let count = 0; count < 5; count += 1) crowd.push(await aFan(fixture.kickoff));

    for (const fan of crowd) {
      await fixture.like(fan);
      await until(
        async () => (await fixture.listOf(fixture.ann))[0]?.actors[0]?._id === fan.id || undefined,
      );
    }

    const [only] = await fixture.listed(fixture.ann, 1);
    expect(only?.count).toBe(5);
    expect(only && namesOf(only)).toEqual(
      crowd
        .slice(-3)
        .reverse()
        .map(({ username }) => username),
    );
  });

  it('counts each actor once when many like the post concurrently', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aFan(fixture.kickoff)));

    await Promise.all(crowd.flatMap((fan) => [fixture.like(fan), fixture.like(fan)]));
    await fixture.flush(fixture.ann);

    const [only] = await fixture.listed(fixture.ann, 1);
    expect(only?.count).toBe(6);
  });

  it('notifies once when a like or follow is repeated', async () => {
    await fixture.like(fixture.bob);
    const [first] = await fixture.listed(fixture.ann, 1);
    await as(fixture.kickoff, fixture.ann).post('/api/notifications/read').send({}).expect(204);

    await fixture.like(fixture.bob, false);
    await fixture.like(fixture.bob);
    await fixture.follow(fixture.bob, fixture.ann);
    await as(fixture.kickoff, fixture.bob).delete(`/api/user/follow/${fixture.ann.id}`).expect(204);
    await fixture.follow(fixture.bob, fixture.ann);
    await fixture.flush(fixture.ann);

    const again = await fixture.listed(fixture.ann, 2);
    expect(again.find(({ kind }) => kind === 'like')).toEqual({ ...first, read: true });
    expect(again.find(({ kind }) => kind === 'follow')?.count).toBe(1);
  });

  it('marks a notification unread again with each comment, but counts its author once', async () => {
    await fixture.comment(fixture.bob);
    await fixture.listed(fixture.ann, 1);
    await as(fixture.kickoff, fixture.ann).post('/api/notifications/read').send({}).expect(204);
    expect(await fixture.unreadOf(fixture.ann)).toBe(0);

    await fixture.comment(fixture.bob);
    await fixture.flush(fixture.ann);

    const [only] = await fixture.listed(fixture.ann, 1);
    expect(only).toMatchObject({ kind: 'comment', count: 1, read: false });
  });

  it('notifies earlier commenters of later comments, but not of their own', async () => {
    const cat = await aFan(fixture.kickoff);
    await fixture.comment(fixture.bob);
    await fixture.comment(cat);

    const [after] = await fixture.listed(fixture.bob, 1);
    await fixture.flush(cat);

    expect(after).toMatchObject({
      kind: 'comment',
      afterMine: true,
      target: { type: 'post', id: fixture.post._id },
    });
    expect(after && namesOf(after)).toEqual([cat.username]);
    expect(await fixture.listOf(cat)).toEqual([]);
    const [ofAuthor] = await fixture.listed(fixture.ann, 1);
    expect(ofAuthor?.afterMine).toBeUndefined();
  });

  it('notifies followers of a story with one notification per author', async () => {
    const stranger = await aFan(fixture.kickoff);
    await fixture.follow(fixture.bob, fixture.ann);
    await fixture.aStoryBy(fixture.ann);
    await fixture.listed(fixture.bob, 1);

    const { _id } = await fixture.aStoryBy(fixture.ann);

    const only = await until(async () =>
      (await fixture.listOf(fixture.bob)).find(({ target }) => target.id === _id),
    );
    expect(only).toMatchObject({ kind: 'story', target: { type: 'story', id: _id }, count: 1 });
    expect(namesOf(only)).toEqual([fixture.ann.username]);
    expect(await fixture.listOf(fixture.bob)).toHaveLength(1);
    expect(await fixture.listOf(stranger)).toEqual([]);
  });

  it('does not notify a fan of their own actions', async () => {
    await fixture.like(fixture.ann);
    await fixture.comment(fixture.ann);
    await fixture.flush(fixture.ann);

    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });

  it('does not notify a fan of actions of fans that they block or mute', async () => {
    const [muted, blocked] = [await aFan(fixture.kickoff), await aFan(fixture.kickoff)];
    await fixture.follow(fixture.ann, muted);
    await as(fixture.kickoff, fixture.ann).post(`/api/user/mute/${muted.id}`).expect(204);
    await fixture.comment(blocked);
    await fixture.listed(fixture.ann, 1);
    await as(fixture.kickoff, blocked).post(`/api/user/block/${fixture.bob.id}`).expect(204);

    await fixture.like(muted);
    await fixture.comment(fixture.bob);
    const { _id } = await fixture.aStoryBy(muted);
    await fixture.fanOut(_id);
    await fixture.flush(blocked);

    expect((await fixture.listOf(fixture.ann)).map(({ kind }) => kind)).toEqual(['comment']);
    expect(await fixture.listOf(blocked)).toEqual([]);
  });

  it('reads the relations of all recipients in one query', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, () => aFan(fixture.kickoff)));
    const ids = crowd.map(({ id }) => id);
    const target = { type: 'post', id: fixture.post._id } as const;
    const request = { kind: 'like', target, actorId: fixture.bob.id } as const;
    const notifications = fixture.service(NotificationsService);

    const operations = await operationsOf(fixture.kickoff, async () => {
      notifications.notify(ids.slice(0, 6), { ...request, group: 'like:several' });
      for (const id of ids.slice(6))
        notifications.notify([id], { ...request, group: `like:${id}` });
      await fixture.flush(fixture.ann);
    });

    const rows = fixture.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(fixture.bob.id) })).toBe(12);
    const reads = operations.filter(({ collection }) => collection === 'fan_relations');
    expect(reads).toHaveLength(1);
    expectIndexesAlone('hidden fans', reads);
  });

  it('finds earlier commenters beyond the preview without reading comments again', async () => {
    const cat = await aFan(fixture.kickoff);
    for (let count = 0; count < 20; count += 1) await fixture.comment(cat);
    await fixture.comment(fixture.bob);
    await fixture.flush(cat);

    const operations = await operationsOf(fixture.kickoff, async () => {
      await fixture.comment(cat);
      await fixture.flush(cat);
    });

    const [first] = await fixture.listed(fixture.bob, 1);
    expect(first).toMatchObject({ kind: 'comment', afterMine: true });
    const reads = operations.filter(
      ({ collection, returned }) => collection === 'comments' && returned > 1,
    );
    expect(reads).toEqual([]);
  });

  it.each(['mute', 'block'])(
    '%s removes a fan from notifications and the unread count',
    async (act) => {
      const cat = await aFan(fixture.kickoff);
      await fixture.like(fixture.bob);
      await fixture.comment(fixture.bob);
      await fixture.like(cat);
      await until(
        async () =>
          (await fixture.listOf(fixture.ann)).some(({ count }) => count === 2) || undefined,
      );

      await as(fixture.kickoff, fixture.ann).post(`/api/user/${act}/${fixture.bob.id}`).expect(204);

      await until(async () => (await fixture.unreadOf(fixture.ann)) === 1 || undefined);
      const [only] = await fixture.listed(fixture.ann, 1);
      expect(only).toMatchObject({ kind: 'like', count: 1 });
      expect(only && namesOf(only)).toEqual([cat.username]);
    },
  );

  it.each(['like', 'comment', 'follow', 'story'] as const)(
    'does not notify kind %s after the fan has switched it off',
    async (kind) => {
      await fixture.follow(fixture.ann, fixture.bob);
      await as(fixture.kickoff, fixture.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: false } })
        .expect(200);

      await fixture.like(fixture.bob);
      await fixture.comment(fixture.bob);
      await fixture.follow(fixture.bob, fixture.ann);
      await fixture.aStoryBy(fixture.bob);

      const list = await fixture.listed(fixture.ann, 3);
      await fixture.flush(fixture.ann);
      expect(list.map((notification) => notification.kind)).not.toContain(kind);
      expect(await fixture.listOf(fixture.ann)).toHaveLength(3);
    },
  );

  it('notifies a moderation decision when all other kinds are switched off', async () => {
    const all = Object.fromEntries(
      NotificationKind.options.filter((kind) => kind !== 'moderation').map((kind) => [kind, false]),
    );
    await as(fixture.kickoff, fixture.ann)
      .patch('/api/user/settings')
      .send({ notifications: all })
      .expect(200);
    const target = { type: 'user', id: fixture.ann.id };

    fixture.service(NotificationsService).notify([fixture.ann.id], {
      kind: 'moderation',
      group: 'moderation:1',
      target,
      text: '$name was removed',
    });

    const [only] = await fixture.listed(fixture.ann, 1);
    expect(only).toMatchObject({ kind: 'moderation', actors: [], text: '$name was removed' });
  });

  it('does not notify a fan of actions of an account that was deleted before the write', async () => {
    const deleted = await aFan(fixture.kickoff);
    const target = { type: 'post', id: fixture.post._id } as const;
    await fixture.kickoff.connection
      .collection('users')
      .deleteOne({ _id: new Types.ObjectId(deleted.id) });
    const request = { kind: 'like', target, actorId: deleted.id, group: 'like:left' } as const;
    fixture.service(NotificationsService).notify([fixture.ann.id], request);

    await fixture.flush(fixture.ann);

    const rows = fixture.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(deleted.id) })).toBe(0);
  });

  it('removes the notifications of a deleted post', async () => {
    await fixture.like(fixture.bob);
    await fixture.comment(fixture.bob);
    await fixture.listed(fixture.ann, 2);

    await as(fixture.kickoff, fixture.ann).delete(`/api/pt/posts/${fixture.post._id}`).expect(204);

    await fixture.listed(fixture.ann, 0);
    expect(await fixture.unreadOf(fixture.ann)).toBe(0);
  });

  it('logs requests that are dropped because the queue is full', () => {
    const notifications = fixture.service(NotificationsService);
    const warn = jest.spyOn(notifications['logger'], 'warn');
    const target = { type: 'user', id: fixture.ann.id } as const;
    const request = { kind: 'moderation', group: 'full', target } as const;
    notifications['queue'] = Array.from({ length: 20_000 }, () => ({ to: [], request }));

    notifications.notify([fixture.ann.id], request);
    notifications['queue'] = [];

    expect(warn).toHaveBeenCalledWith(
      { event: 'notifications_lost', count: 1 },
      'The queue is full',
    );
  });

  it('removes queued notifications of a removed group', async () => {
    const notifications = fixture.service(NotificationsService);
    const target = { type: 'post', id: fixture.post._id } as const;
    notifications.notify([fixture.ann.id], { kind: 'moderation', group: 'gone', target });

    await notifications.removeGroups(['gone']);

    await fixture.flush(fixture.ann);
    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });
});
