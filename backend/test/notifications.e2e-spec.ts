import { NotificationKind } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as } from './support/callers.js';
import { namesOf, NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

describe('NotificationsService', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  it('notifies the author of likes and comments', async () => {
    await room.like(room.bob);
    await room.comment(room.bob);

    const list = await room.listed(room.ann, 2);
    expect(list.map(({ kind }) => kind).sort()).toEqual(['comment', 'like']);
    for (const notification of list) {
      expect(notification).toMatchObject({
        target: { type: 'post', id: room.post._id },
        count: 1,
        read: false,
        actors: [{ _id: room.bob.id, username: room.bob.username, profilePicture: '' }],
      });
    }
  });

  it('notifies a fan of a new follower', async () => {
    await room.follow(room.bob, room.ann);

    const [first] = await room.listed(room.ann, 1);
    expect(first).toMatchObject({
      kind: 'follow',
      target: { type: 'user', id: room.ann.id },
      count: 1,
    });
    expect(first && namesOf(first)).toEqual([room.bob.username]);
  });

  it('groups likes of a post into one notification that names the newest three', async () => {
    const crowd = [];
    for (let count = 0; count < 5; count += 1) crowd.push(await aFan(room.kickoff));

    for (const fan of crowd) {
      await room.like(fan);
      await until(
        async () => (await room.listOf(room.ann))[0]?.actors[0]?._id === fan.id || undefined,
      );
    }

    const [only] = await room.listed(room.ann, 1);
    expect(only?.count).toBe(5);
    expect(only && namesOf(only)).toEqual(
      crowd
        .slice(-3)
        .reverse()
        .map(({ username }) => username),
    );
  });

  it('counts each actor once when many like the post concurrently', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aFan(room.kickoff)));

    await Promise.all(crowd.flatMap((fan) => [room.like(fan), room.like(fan)]));
    await room.flush(room.ann);

    const [only] = await room.listed(room.ann, 1);
    expect(only?.count).toBe(6);
  });

  it('notifies once when a like or follow is repeated', async () => {
    await room.like(room.bob);
    const [first] = await room.listed(room.ann, 1);
    await as(room.kickoff, room.ann).post('/api/notifications/read').send({}).expect(204);

    await room.like(room.bob, false);
    await room.like(room.bob);
    await room.follow(room.bob, room.ann);
    await as(room.kickoff, room.bob).delete(`/api/user/follow/${room.ann.id}`).expect(204);
    await room.follow(room.bob, room.ann);
    await room.flush(room.ann);

    const again = await room.listed(room.ann, 2);
    expect(again.find(({ kind }) => kind === 'like')).toEqual({ ...first, read: true });
    expect(again.find(({ kind }) => kind === 'follow')?.count).toBe(1);
  });

  it('marks unread again with each comment, but counts its author once', async () => {
    await room.comment(room.bob);
    await room.listed(room.ann, 1);
    await as(room.kickoff, room.ann).post('/api/notifications/read').send({}).expect(204);
    expect(await room.unreadOf(room.ann)).toBe(0);

    await room.comment(room.bob);
    await room.flush(room.ann);

    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({ kind: 'comment', count: 1, read: false });
  });

  it('notifies earlier commenters of later comments, but not of their own', async () => {
    const cat = await aFan(room.kickoff);
    await room.comment(room.bob);
    await room.comment(cat);

    const [after] = await room.listed(room.bob, 1);
    await room.flush(cat);

    expect(after).toMatchObject({
      kind: 'comment',
      afterMine: true,
      target: { type: 'post', id: room.post._id },
    });
    expect(after && namesOf(after)).toEqual([cat.username]);
    expect(await room.listOf(cat)).toEqual([]);
    const [ofAuthor] = await room.listed(room.ann, 1);
    expect(ofAuthor?.afterMine).toBeUndefined();
  });

  it('notifies followers of a story with one notification per author', async () => {
    const stranger = await aFan(room.kickoff);
    await room.follow(room.bob, room.ann);
    await room.aStoryBy(room.ann);
    await room.listed(room.bob, 1);

    const { _id } = await room.aStoryBy(room.ann);

    const only = await until(async () =>
      (await room.listOf(room.bob)).find(({ target }) => target.id === _id),
    );
    expect(only).toMatchObject({ kind: 'story', target: { type: 'story', id: _id }, count: 1 });
    expect(namesOf(only)).toEqual([room.ann.username]);
    expect(await room.listOf(room.bob)).toHaveLength(1);
    expect(await room.listOf(stranger)).toEqual([]);
  });

  it('does not notify a fan of their own acts', async () => {
    await room.like(room.ann);
    await room.comment(room.ann);
    await room.flush(room.ann);

    expect(await room.listOf(room.ann)).toEqual([]);
  });

  it('does not notify acts of blocked or muted fans', async () => {
    const [muted, blocked] = [await aFan(room.kickoff), await aFan(room.kickoff)];
    await room.follow(room.ann, muted);
    await as(room.kickoff, room.ann).post(`/api/user/mute/${muted.id}`).expect(204);
    await room.comment(blocked);
    await room.listed(room.ann, 1);
    await as(room.kickoff, blocked).post(`/api/user/block/${room.bob.id}`).expect(204);

    await room.like(muted);
    await room.comment(room.bob);
    const { _id } = await room.aStoryBy(muted);
    await room.fanOut(_id);
    await room.flush(blocked);

    expect((await room.listOf(room.ann)).map(({ kind }) => kind)).toEqual(['comment']);
    expect(await room.listOf(blocked)).toEqual([]);
  });

  it('reads the relations of all recipients in one query', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, () => aFan(room.kickoff)));
    const ids = crowd.map(({ id }) => id);
    const target = { type: 'post', id: room.post._id } as const;
    const request = { kind: 'like', target, actorId: room.bob.id } as const;
    const notifications = room.service(NotificationsService);

    const operations = await operationsOf(room.kickoff, async () => {
      notifications.notify(ids.slice(0, 6), { ...request, group: 'like:several' });
      for (const id of ids.slice(6))
        notifications.notify([id], { ...request, group: `like:${id}` });
      await room.flush(room.ann);
    });

    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(room.bob.id) })).toBe(12);
    const reads = operations.filter(({ collection }) => collection === 'fan_relations');
    expect(reads).toHaveLength(1);
    expectIndexesAlone('hidden fans', reads);
  });

  it('finds earlier commenters beyond the preview in the answer to a comment', async () => {
    const cat = await aFan(room.kickoff);
    for (let count = 0; count < 20; count += 1) await room.comment(cat);
    await room.comment(room.bob);
    await room.flush(cat);

    const operations = await operationsOf(room.kickoff, async () => {
      await room.comment(cat);
      await room.flush(cat);
    });

    const [first] = await room.listed(room.bob, 1);
    expect(first).toMatchObject({ kind: 'comment', afterMine: true });
    const reads = operations.filter(
      ({ collection, returned }) => collection === 'comments' && returned > 1,
    );
    expect(reads).toEqual([]);
  });

  it('removes a blocked or muted fan from notifications and the unread count', async () => {
    const cat = await aFan(room.kickoff);
    await room.like(room.bob);
    await room.comment(room.bob);
    await room.like(cat);
    await until(
      async () => (await room.listOf(room.ann)).some(({ count }) => count === 2) || undefined,
    );

    await as(room.kickoff, room.ann).post(`/api/user/mute/${room.bob.id}`).expect(204);

    await until(async () => (await room.unreadOf(room.ann)) === 1 || undefined);
    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({ kind: 'like', count: 1 });
    expect(only && namesOf(only)).toEqual([cat.username]);
  });

  it.each(['like', 'comment', 'follow', 'story'] as const)(
    'does not notify kind %s after the fan has switched it off',
    async (kind) => {
      await room.follow(room.ann, room.bob);
      await as(room.kickoff, room.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: false } })
        .expect(200);

      await room.like(room.bob);
      await room.comment(room.bob);
      await room.follow(room.bob, room.ann);
      await room.aStoryBy(room.bob);

      const list = await room.listed(room.ann, 3);
      await room.flush(room.ann);
      expect(list.map((notification) => notification.kind)).not.toContain(kind);
      expect(await room.listOf(room.ann)).toHaveLength(3);
    },
  );

  it('notifies moderation decisions when all other kinds are switched off', async () => {
    const all = Object.fromEntries(
      NotificationKind.options.filter((kind) => kind !== 'moderation').map((kind) => [kind, false]),
    );
    await as(room.kickoff, room.ann)
      .patch('/api/user/settings')
      .send({ notifications: all })
      .expect(200);
    const target = { type: 'user', id: room.ann.id };

    room.service(NotificationsService).notify([room.ann.id], {
      kind: 'moderation',
      group: 'moderation:1',
      target,
      text: '$name was removed',
    });

    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({ kind: 'moderation', actors: [], text: '$name was removed' });
  });

  it('does not notify acts of an account that was deleted before the write', async () => {
    const gone = await aFan(room.kickoff);
    const target = { type: 'post', id: room.post._id } as const;
    await room.kickoff.connection
      .collection('users')
      .deleteOne({ _id: new Types.ObjectId(gone.id) });
    const request = { kind: 'like', target, actorId: gone.id, group: 'like:left' } as const;
    room.service(NotificationsService).notify([room.ann.id], request);

    await room.flush(room.ann);

    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(gone.id) })).toBe(0);
  });

  it('removes the notifications of a deleted post', async () => {
    await room.like(room.bob);
    await room.comment(room.bob);
    await room.listed(room.ann, 2);

    await as(room.kickoff, room.ann).delete(`/api/pt/posts/${room.post._id}`).expect(204);

    await room.listed(room.ann, 0);
    expect(await room.unreadOf(room.ann)).toBe(0);
  });

  it('removes queued notifications of a removed group', async () => {
    const notifications = room.service(NotificationsService);
    const target = { type: 'post', id: room.post._id } as const;
    notifications.notify([room.ann.id], { kind: 'moderation', group: 'gone', target });

    await notifications.removeGroups(['gone']);

    await room.flush(room.ann);
    expect(await room.listOf(room.ann)).toEqual([]);
  });
});
