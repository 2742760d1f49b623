import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification, Post, Story } from '@kickoff/contracts';

import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { aPostBy } from './support/posts.js';
import { aPicture } from './support/pictures.js';
import { resumedStream } from './support/resumed-stream.js';
import { sendStory } from './support/stories.js';
import { until } from './support/until.js';

/** Code points that take two UTF-16 code units each. */
const LONG = '⚽🏟'.repeat(100);

describe('notification excerpts', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const commentOn = async (by: Caller, text: string, postId = fixture.post._id) => {
    const answer = await as(fixture.kickoff, by)
      .post(`/api/pt/posts/${postId}/comment`)
      .send({ text })
      .expect(200);
    const comment = Post.parse(answer.body).comments.at(-1);
    if (!comment) throw new Error('The post has no comment');
    return comment;
  };
  const find = async (fan: Caller, kind: Notification['kind']) => {
    await fixture.flush(fan);
    return (await fixture.listOf(fan)).find((notification) => notification.kind === kind);
  };
  const quote = (postId: string) =>
    fixture.service(NotificationsService).notify([fixture.ann.id], {
      kind: 'quote',
      group: `quote:${postId}`,
      target: { type: 'post', id: postId },
      actorId: fixture.bob.id,
    });

  it('a comment notification quotes the newest comment and has its id', async () => {
    await commentOn(fixture.bob, 'First!');
    const { _id } = await commentOn(fixture.bob, 'What a match');

    expect(await find(fixture.ann, 'comment')).toMatchObject({
      excerpt: 'What a match',
      commentId: _id,
      target: { type: 'post', id: fixture.post._id },
    });
  });

  it('a like notification quotes the liked post, a quote notification the quoting post', async () => {
    const { _id } = await fixture.aPostBy(fixture.bob);
    await fixture.like(fixture.bob);
    quote(_id);

    expect(await find(fixture.ann, 'like')).toMatchObject({ excerpt: 'Goal!' });
    expect(await find(fixture.ann, 'quote')).toMatchObject({
      excerpt: 'Goal!',
      target: { type: 'post', id: _id },
    });
  });

  it('an excerpt ends after 140 code points, never inside a code point', async () => {
    await commentOn(fixture.bob, LONG);

    expect((await find(fixture.ann, 'comment'))?.excerpt).toBe('⚽🏟'.repeat(70));
  });

  it('a follow and a post with blank text have no excerpt', async () => {
    await as(fixture.kickoff, fixture.ann)
      .patch(`/api/pt/posts/${fixture.post._id}`)
      .send({ text: 'x' });
    await fixture.kickoff.connection
      .collection('posts')
      .updateOne({ authorId: { $exists: true }, text: 'x' }, { $set: { text: ' ' } });
    await fixture.like(fixture.bob);
    await fixture.follow(fixture.bob, fixture.ann);

    expect(await find(fixture.ann, 'like')).not.toHaveProperty('excerpt');
    expect(await find(fixture.ann, 'follow')).not.toHaveProperty('excerpt');
  });

  it('an excerpt changes when the post is edited', async () => {
    await fixture.like(fixture.bob);
    await as(fixture.kickoff, fixture.ann)
      .patch(`/api/pt/posts/${fixture.post._id}`)
      .send({ text: 'Own goal' })
      .expect(200);

    expect((await find(fixture.ann, 'like'))?.excerpt).toBe('Own goal');
  });

  it('an excerpt is removed when its comment is deleted', async () => {
    const { _id } = await commentOn(fixture.bob, 'Regret');
    await find(fixture.ann, 'comment');

    await as(fixture.kickoff, fixture.bob)
      .delete(`/api/pt/posts/${fixture.post._id}/comments/${_id}`)
      .expect(204);

    expect(await find(fixture.ann, 'comment')).not.toHaveProperty('excerpt');
  });

  it.each([
    // Deleting only posts matches the removal by an admin, which leaves the comments stored.
    ['posts', undefined],
    ['comments', 'Goal!'],
  ])(
    'a comment notification loses its excerpt when the %s are deleted',
    async (collection, ofLike) => {
      await fixture.like(fixture.bob);
      await commentOn(fixture.bob, 'Under a post');
      await find(fixture.ann, 'comment');

      await fixture.kickoff.connection.collection(collection).deleteMany({});

      expect(await find(fixture.ann, 'comment')).not.toHaveProperty('excerpt');
      expect((await find(fixture.ann, 'like'))?.excerpt).toBe(ofLike);
    },
  );

  it('an excerpt is removed when the fan mutes the author of the newest comment', async () => {
    const cat = await aFan(fixture.kickoff);
    await commentOn(cat, 'From Cat');
    await commentOn(fixture.bob, 'From Bob');
    await find(fixture.ann, 'comment');

    await as(fixture.kickoff, fixture.ann).post(`/api/user/mute/${fixture.bob.id}`).expect(204);

    const only = await find(fixture.ann, 'comment');
    expect(only?.actors.map(({ _id }) => _id)).toEqual([cat.id]);
    expect(only).not.toHaveProperty('excerpt');
  });

  it('an excerpt is removed when the fan mutes a word in it, unless the text is their own', async () => {
    await commentOn(fixture.bob, 'No spoilers please');
    await fixture.like(fixture.bob);
    await find(fixture.ann, 'comment');

    const words = [{ word: 'spoilers' }, { word: 'goal' }];
    await as(fixture.kickoff, fixture.ann).put('/api/user/muted-words').send(words).expect(200);

    expect(await find(fixture.ann, 'comment')).not.toHaveProperty('excerpt');
    expect(await find(fixture.ann, 'like')).toMatchObject({ excerpt: 'Goal!' });
  });

  it.each<[string, Notification['kind'], () => PromiseLike<unknown>]>([
    ['a comment beyond the excerpt', 'comment', () => commentOn(fixture.bob, `${LONG} spoilers`)],
    [
      'the quoted post of a quoting one',
      'quote',
      async () => {
        const { _id } = await aPostBy(fixture.kickoff, fixture.ann, 'No spoilers');
        await as(fixture.kickoff, fixture.bob)
          .post('/api/pt/posts')
          .field({ text: 'Agreed', quote: _id })
          .expect(201);
      },
    ],
    [
      'the description of a story',
      'story',
      async () => {
        await fixture.follow(fixture.ann, fixture.bob);
        const story = { mediaType: 'image', caption: 'Look', alt: 'Spoilers' };
        const sent = sendStory(fixture.kickoff, fixture.bob, story, await aPicture());
        await fixture.fanOut(Story.parse((await sent.expect(201)).body)._id);
      },
    ],
  ])('a notification has no excerpt if %s contains a muted word', async (_, kind, make) => {
    const words = [{ word: 'spoilers' }];
    await as(fixture.kickoff, fixture.ann).put('/api/user/muted-words').send(words).expect(200);

    await make();

    const notification = await find(fixture.ann, kind);
    expect(notification?.kind).toBe(kind);
    expect(notification).not.toHaveProperty('excerpt');
  });

  it('an earlier commenter blocked by the author of the post receives no excerpt', async () => {
    const cat = await aFan(fixture.kickoff);
    await commentOn(fixture.bob, 'First');
    await commentOn(cat, 'Second');
    expect((await find(fixture.bob, 'comment'))?.excerpt).toBe('Second');

    await as(fixture.kickoff, fixture.ann).post(`/api/user/block/${fixture.bob.id}`).expect(204);
    expect(await find(fixture.bob, 'comment')).not.toHaveProperty('excerpt');
    await as(fixture.kickoff, fixture.bob).post('/api/notifications/read').expect(204);
    await commentOn(cat, 'Third');

    expect((await find(fixture.bob, 'comment'))?.read).toBe(true);
  });

  it('the live event has the same excerpt as the list', async () => {
    const listener = new Listener({ Authorization: `Bearer ${fixture.ann.token}` });
    await listener.connect(fixture.kickoff);

    const { _id } = await commentOn(fixture.bob, LONG);

    const received = await until(() =>
      listener.received.find(({ name }) => name === 'notification'),
    );
    const sent = Notification.parse(received.data);
    expect(sent).toMatchObject({ excerpt: '⚽🏟'.repeat(70), commentId: _id });
    expect(await fixture.listed(fixture.ann, 1)).toEqual([sent]);
    listener.disconnect();
  });

  describe('missed by a stream that resumes', () => {
    /**
     * Ann comments on a post of another fan, then Bob does while her stream is closed. Returns what she
     * receives after `change`.
     */
    async function resume(
      change: (bobs: { path: string; owner: Caller }) => PromiseLike<unknown>,
    ): Promise<Listener> {
      const { kickoff, ann, bob } = fixture;
      const owner = await aFan(kickoff);
      const { _id: postId } = await aPostBy(kickoff, owner, 'Well?');
      await commentOn(ann, 'First', postId);
      return resumedStream(kickoff, ann, async () => {
        const { _id } = await commentOn(bob, 'Regret', postId);
        expect(await find(ann, 'comment')).toMatchObject({ excerpt: 'Regret' });
        await change({ path: `/api/pt/posts/${postId}/comments/${_id}`, owner });
      });
    }
    const block = ({ id }: Caller) =>
      as(fixture.kickoff, fixture.ann).post(`/api/user/block/${id}`).expect(204);

    it('arrive if nothing has changed', async () => {
      const { received } = await resume(() => Promise.resolve());

      expect(JSON.stringify(received)).toContain('Regret');
      expect(received.map(({ name }) => name)).not.toContain('reset');
    });

    it.each<[string, Parameters<typeof resume>[0]]>([
      [
        'the comment was deleted',
        ({ path }) => as(fixture.kickoff, fixture.bob).delete(path).expect(204),
      ],
      ['its author is blocked', () => block(fixture.bob)],
      ['the author of the post is blocked', ({ owner }) => block(owner)],
      [
        'a word of the excerpt is muted',
        () =>
          as(fixture.kickoff, fixture.ann)
            .put('/api/user/muted-words')
            .send([{ word: 'regret' }])
            .expect(200),
      ],
    ])('become a reset if %s', async (_what, change) => {
      const again = await resume(change);

      expect(again.receivedNames()).toContain('reset');
      expect(JSON.stringify(again.received)).not.toContain('Regret');
    });
  });

  it('the export includes excerpts', async () => {
    await commentOn(fixture.bob, 'Exported');
    await find(fixture.ann, 'comment');

    const exported: Notification[] = [];
    for await (const one of fixture.service(NotificationsService).exportOf(fixture.ann.id))
      exported.push(one);

    expect(exported.map(({ excerpt }) => excerpt)).toEqual(['Exported']);
  });

  it('a page of notifications reads excerpts with the same queries for 1 notification as for 9', async () => {
    const costs = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const { _id } = await fixture.aPostBy(fixture.ann);
        await fixture.like(fixture.bob, true, _id);
        await commentOn(fixture.bob, LONG, _id);
      }
      await fixture.flush(fixture.ann);
      return operationsOf(fixture.kickoff, () => fixture.ask(fixture.ann, '?limit=100'));
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
    'notifies kind %s only while the fan has it switched on',
    async (kind) => {
      const notifications = fixture.service(NotificationsService);
      const request = {
        kind,
        group: kind,
        target: { type: 'post', id: fixture.post._id },
      } as const;
      await as(fixture.kickoff, fixture.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: false } })
        .expect(200);
      notifications.notify([fixture.ann.id], request);
      expect(await find(fixture.ann, kind)).toBeUndefined();

      await as(fixture.kickoff, fixture.ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: true } })
        .expect(200);
      notifications.notify([fixture.ann.id], { ...request, group: `${kind}:again` });

      expect(await find(fixture.ann, kind)).toMatchObject({ kind, actors: [] });
    },
  );
});
