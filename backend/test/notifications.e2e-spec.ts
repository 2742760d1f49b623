import { NotificationKind } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { NotificationRounds } from '../src/notifications/notification-rounds.js';
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as } from './support/callers.js';
import { namesOf, NotificationRoom } from './support/notification-room.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

describe('notifications', () => {
  let room: NotificationRoom;

  beforeAll(async () => {
    room = await NotificationRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  it('say who likes a post of mine, and who comments on it', async () => {
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

  it('say who follows me', async () => {
    await room.follow(room.bob, room.ann);

    const [first] = await room.listed(room.ann, 1);
    expect(first).toMatchObject({
      kind: 'follow',
      target: { type: 'user', id: room.ann.id },
      count: 1,
    });
    expect(first && namesOf(first)).toEqual([room.bob.username]);
  });

  it('come to one for all that belongs together, the newest three named', async () => {
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

  it('count each of many who act at once, once', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aFan(room.kickoff)));

    await Promise.all(crowd.flatMap((fan) => [room.like(fan), room.like(fan)]));
    await room.allTold(room.ann);

    const [only] = await room.listed(room.ann, 1);
    expect(only?.count).toBe(6);
  });

  it('are written once however often the cause is repeated', async () => {
    await room.like(room.bob);
    const [first] = await room.listed(room.ann, 1);
    await as(room.kickoff, room.ann).post('/api/notifications/read').send({}).expect(204);

    await room.like(room.bob, false);
    await room.like(room.bob);
    await room.follow(room.bob, room.ann);
    await as(room.kickoff, room.bob).delete(`/api/user/follow/${room.ann.id}`).expect(204);
    await room.follow(room.bob, room.ann);
    await room.allTold(room.ann);

    const again = await room.listed(room.ann, 2);
    expect(again.find(({ kind }) => kind === 'like')).toEqual({ ...first, read: true });
    expect(again.find(({ kind }) => kind === 'follow')?.count).toBe(1);
  });

  it('become new with each comment, and count whoever comments twice once', async () => {
    await room.comment(room.bob);
    await room.listed(room.ann, 1);
    await as(room.kickoff, room.ann).post('/api/notifications/read').send({}).expect(204);
    expect(await room.unreadOf(room.ann)).toBe(0);

    await room.comment(room.bob);
    await room.allTold(room.ann);

    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({ kind: 'comment', count: 1, read: false });
  });

  it('tell those who commented before of a comment after theirs, and nobody of their own', async () => {
    const cat = await aFan(room.kickoff);
    await room.comment(room.bob);
    await room.comment(cat);

    const [after] = await room.listed(room.bob, 1);
    await room.allTold(cat);

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

  it('tell followers of a story, one notification for each friend', async () => {
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

  it('say nothing of my own acts', async () => {
    await room.like(room.ann);
    await room.comment(room.ann);
    await room.allTold(room.ann);

    expect(await room.listOf(room.ann)).toEqual([]);
  });

  it('say nothing of fans whom a block keeps apart or I mute', async () => {
    const [muted, blocked] = [await aFan(room.kickoff), await aFan(room.kickoff)];
    await room.follow(room.ann, muted);
    await as(room.kickoff, room.ann).post(`/api/user/mute/${muted.id}`).expect(204);
    await room.comment(blocked);
    await room.listed(room.ann, 1);
    await as(room.kickoff, blocked).post(`/api/user/block/${room.bob.id}`).expect(204);

    await room.like(muted);
    await room.comment(room.bob);
    await room.aStoryBy(muted);
    await room.service(NotificationRounds).carryOn();
    await room.allTold(blocked);

    expect((await room.listOf(room.ann)).map(({ kind }) => kind)).toEqual(['comment']);
    expect(await room.listOf(blocked)).toEqual([]);
  });

  it('cost one look for whom their fans do not see, however many are told', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, () => aFan(room.kickoff)));
    const ids = crowd.map(({ id }) => id);
    const target = { type: 'post', id: room.post._id } as const;
    const telling = { kind: 'like', target, actorId: room.bob.id } as const;
    const notifications = room.service(NotificationsService);

    const operations = await operationsOf(room.kickoff, async () => {
      notifications.tell(ids.slice(0, 6), { ...telling, group: 'like:several' });
      for (const id of ids.slice(6)) notifications.tell([id], { ...telling, group: `like:${id}` });
      await room.allTold(room.ann);
    });

    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ actors: new Types.ObjectId(room.bob.id) })).toBe(12);
    const looks = operations.filter(({ collection }) => collection === 'fan_marks');
    expect(looks).toHaveLength(1);
    expectIndexesAlone('whom they do not see', looks);
  });

  it('are gone, and counted no more, once a block or a mute keeps their fan away', async () => {
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
    'leave out the kind %s for whoever has switched it off',
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
      await room.allTold(room.ann);
      expect(list.map((notification) => notification.kind)).not.toContain(kind);
      expect(await room.listOf(room.ann)).toHaveLength(3);
    },
  );

  it('tell of moderation whatever is switched off', async () => {
    const all = Object.fromEntries(
      NotificationKind.options.filter((kind) => kind !== 'moderation').map((kind) => [kind, false]),
    );
    await as(room.kickoff, room.ann)
      .patch('/api/user/settings')
      .send({ notifications: all })
      .expect(200);
    const target = { type: 'user', id: room.ann.id };

    room.service(NotificationsService).tell([room.ann.id], {
      kind: 'moderation',
      group: 'moderation:1',
      target,
      text: '$name was removed',
    });

    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({ kind: 'moderation', actors: [], text: '$name was removed' });
  });

  it('are not written of what a fan did who has left by then', async () => {
    const gone = await aFan(room.kickoff);
    const target = { type: 'post', id: room.post._id } as const;
    await room.kickoff.connection
      .collection('users')
      .deleteOne({ _id: new Types.ObjectId(gone.id) });
    const telling = { kind: 'like', target, actorId: gone.id, group: 'like:left' } as const;
    room.service(NotificationsService).tell([room.ann.id], telling);

    await room.allTold(room.ann);

    const kept = room.kickoff.connection.collection('notifications');
    expect(await kept.countDocuments({ actors: new Types.ObjectId(gone.id) })).toBe(0);
  });

  it('go with their post', async () => {
    await room.like(room.bob);
    await room.comment(room.bob);
    await room.listed(room.ann, 2);

    await as(room.kickoff, room.ann).delete(`/api/pt/posts/${room.post._id}`).expect(204);

    await room.listed(room.ann, 0);
    expect(await room.unreadOf(room.ann)).toBe(0);
  });

  it('go with what they tell of before they are written, too', async () => {
    const notifications = room.service(NotificationsService);
    const target = { type: 'post', id: room.post._id } as const;
    notifications.tell([room.ann.id], { kind: 'moderation', group: 'gone', target });

    await notifications.removeGroups(['gone']);

    await room.allTold(room.ann);
    expect(await room.listOf(room.ann)).toEqual([]);
  });
});
