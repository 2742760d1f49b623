import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification, Post } from '@kickoff/contracts';

import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { until } from './support/until.js';

/** Code points that take two units of JavaScript's strings each. */
const LONG = '⚽🏟'.repeat(100);

describe('excerpts of notifications', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  const commentOn = async (by: Caller, text: string, postId = room.post._id) => {
    const answer = await as(room.kickoff, by)
      .post(`/api/pt/posts/${postId}/comment`)
      .send({ text })
      .expect(200);
    const comment = Post.parse(answer.body).comments.at(-1);
    if (!comment) throw new Error('The post has no comment');
    return comment;
  };
  const find = async (fan: Caller, kind: Notification['kind']) => {
    await room.flush(fan);
    return (await room.listOf(fan)).find((notification) => notification.kind === kind);
  };
  const quote = (postId: string) =>
    room.service(NotificationsService).notify([room.ann.id], {
      kind: 'quote',
      group: `quote:${postId}`,
      target: { type: 'post', id: postId },
      actorId: room.bob.id,
    });

  it('are the newest comment, with its id', async () => {
    await commentOn(room.bob, 'First!');
    const { _id } = await commentOn(room.bob, 'What a match');

    expect(await find(room.ann, 'comment')).toMatchObject({
      excerpt: 'What a match',
      commentId: _id,
      target: { type: 'post', id: room.post._id },
    });
  });

  it('are the liked post and the quoting post', async () => {
    const { _id } = await room.aPostBy(room.bob);
    await room.like(room.bob);
    quote(_id);

    expect(await find(room.ann, 'like')).toMatchObject({ excerpt: 'Goal!' });
    expect(await find(room.ann, 'quote')).toMatchObject({
      excerpt: 'Goal!',
      target: { type: 'post', id: _id },
    });
  });

  it('end after 140 code points, never inside of one', async () => {
    await commentOn(room.bob, LONG);

    expect((await find(room.ann, 'comment'))?.excerpt).toBe('⚽🏟'.repeat(70));
  });

  it('are absent for a follow and for text that is blank', async () => {
    await as(room.kickoff, room.ann).patch(`/api/pt/posts/${room.post._id}`).send({ text: 'x' });
    await room.kickoff.connection
      .collection('posts')
      .updateOne({ authorId: { $exists: true }, text: 'x' }, { $set: { text: ' ' } });
    await room.like(room.bob);
    await room.follow(room.bob, room.ann);

    expect(await find(room.ann, 'like')).not.toHaveProperty('excerpt');
    expect(await find(room.ann, 'follow')).not.toHaveProperty('excerpt');
  });

  it('follow an edit of the post', async () => {
    await room.like(room.bob);
    await as(room.kickoff, room.ann)
      .patch(`/api/pt/posts/${room.post._id}`)
      .send({ text: 'Own goal' })
      .expect(200);

    expect((await find(room.ann, 'like'))?.excerpt).toBe('Own goal');
  });

  it('disappear with the comment', async () => {
    const { _id } = await commentOn(room.bob, 'Regret');
    await find(room.ann, 'comment');

    await as(room.kickoff, room.bob)
      .delete(`/api/pt/posts/${room.post._id}/comments/${_id}`)
      .expect(204);

    expect(await find(room.ann, 'comment')).not.toHaveProperty('excerpt');
  });

  it.each([
    // A post that an admin removes leaves its comments where they are.
    ['posts', undefined],
    ['comments', 'Goal!'],
  ])('disappear when the %s that they quote are removed', async (collection, ofLike) => {
    await room.like(room.bob);
    await commentOn(room.bob, 'Under a post');
    await find(room.ann, 'comment');

    await room.kickoff.connection.collection(collection).deleteMany({});

    expect(await find(room.ann, 'comment')).not.toHaveProperty('excerpt');
    expect((await find(room.ann, 'like'))?.excerpt).toBe(ofLike);
  });

  it('disappear when the fan mutes who wrote the newest comment', async () => {
    const cat = await aFan(room.kickoff);
    await commentOn(cat, 'From Cat');
    await commentOn(room.bob, 'From Bob');
    await find(room.ann, 'comment');

    await as(room.kickoff, room.ann).post(`/api/user/mute/${room.bob.id}`).expect(204);

    const only = await find(room.ann, 'comment');
    expect(only?.actors.map(({ _id }) => _id)).toEqual([cat.id]);
    expect(only).not.toHaveProperty('excerpt');
  });

  it('disappear when the fan mutes a word in them, but for own text', async () => {
    await commentOn(room.bob, 'No spoilers please');
    await room.like(room.bob);
    await find(room.ann, 'comment');

    const words = [{ word: 'spoilers' }, { word: 'goal' }];
    await as(room.kickoff, room.ann).put('/api/user/muted-words').send(words).expect(200);

    expect(await find(room.ann, 'comment')).not.toHaveProperty('excerpt');
    expect(await find(room.ann, 'like')).toMatchObject({ excerpt: 'Goal!' });
  });

  it('do not reach an earlier commenter whom the author of the post blocks', async () => {
    const cat = await aFan(room.kickoff);
    await commentOn(room.bob, 'First');
    await commentOn(cat, 'Second');
    expect((await find(room.bob, 'comment'))?.excerpt).toBe('Second');

    await as(room.kickoff, room.ann).post(`/api/user/block/${room.bob.id}`).expect(204);
    expect(await find(room.bob, 'comment')).not.toHaveProperty('excerpt');
    await as(room.kickoff, room.bob).post('/api/notifications/read').expect(204);
    await commentOn(cat, 'Third');

    expect((await find(room.bob, 'comment'))?.read).toBe(true);
  });

  it('are the same in the live event as in the list', async () => {
    const listener = new Listener({ Authorization: `Bearer ${room.ann.token}` });
    await listener.connect(room.kickoff);

    const { _id } = await commentOn(room.bob, LONG);

    const heard = await until(() => listener.heard.find(({ name }) => name === 'notification'));
    const sent = Notification.parse(heard.data);
    expect(sent).toMatchObject({ excerpt: '⚽🏟'.repeat(70), commentId: _id });
    expect(await room.listed(room.ann, 1)).toEqual([sent]);
    listener.disconnect();
  });

  it('are part of the export', async () => {
    await commentOn(room.bob, 'Exported');
    await find(room.ann, 'comment');

    const exported: Notification[] = [];
    for await (const one of room.service(NotificationsService).exportOf(room.ann.id))
      exported.push(one);

    expect(exported.map(({ excerpt }) => excerpt)).toEqual(['Exported']);
  });

  it('cost one query a source however many notifications a page has', async () => {
    const costs = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const { _id } = await room.aPostBy(room.ann);
        await room.like(room.bob, true, _id);
        await commentOn(room.bob, LONG, _id);
      }
      await room.flush(room.ann);
      return operationsOf(room.kickoff, () => room.ask(room.ann, '?limit=100'));
    };

    const few = await costs(1);
    const many = await costs(8);

    const calls = (operations: typeof few) =>
      operations.map(({ collection }) => collection).filter((name) => /posts|comments/.test(name));
    expect(calls(few)).toEqual(['comments', 'posts', 'posts']);
    expect(calls(many)).toEqual(calls(few));
    expectIndexesAlone('a page of notifications', many);
  });

  it.each(['quote', 'match', 'reply'] as const)(
    'belong to kind %s only while the fan has it switched on',
    async (kind) => {
      const notifications = room.service(NotificationsService);
      const request = { kind, group: kind, target: { type: 'post', id: room.post._id } } as const;
      await as(room.kickoff, room.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: false } })
        .expect(200);
      notifications.notify([room.ann.id], request);
      expect(await find(room.ann, kind)).toBeUndefined();

      await as(room.kickoff, room.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: true } })
        .expect(200);
      notifications.notify([room.ann.id], { ...request, group: `${kind}:again` });

      expect(await find(room.ann, kind)).toMatchObject({ kind, actors: [] });
    },
  );
});
