import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post, POST_TEXT_MAX_LENGTH } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { FeedService } from '../src/posts/feed/feed.service.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { PostsService } from '../src/posts/posts.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { FeedFixture } from './support/feed-fixture.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('posts', () => {
  let fixture: FeedFixture;

  beforeAll(async () => {
    fixture = await FeedFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  const seen = (post: Post) => as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${post._id}`);

  it('lists a new post first in the feed of another fan', async () => {
    const post = await fixture.postBy(fixture.alice, 'Ninety-third minute. No voice left. ⚽');

    const answer = await as(fixture.kickoff, fixture.bob).get('/api/pt/posts?limit=20');

    const [first] = z.array(Post).parse(answer.body);
    expect(first).toEqual(post);
    expect(first?.user.username).toBe('alice');
  });

  it('refuses a blank post', async () => {
    const answer = await as(fixture.kickoff, fixture.alice)
      .post('/api/pt/posts')
      .field('text', ' \u200b\n');

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'A post needs text, an image or a video',
      code: 'invalid_input',
    });
  });

  it('refuses to delete a post of another fan', async () => {
    const post = await fixture.postBy(fixture.alice, 'Mine');

    const answer = await as(fixture.kickoff, fixture.bob).delete(`/api/pt/posts/${post._id}`);

    expect(answer.status).toBe(403);
    await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${post._id}`).expect(200);
  });

  it.each(['/api/pt/posts', '/api/user/posts'])(
    'deletes an own post with DELETE %s/:id',
    async (address) => {
      const post = await fixture.postBy(fixture.bob, 'Gone soon');

      const answer = await as(fixture.kickoff, fixture.bob).delete(`${address}/${post._id}`);

      expect(answer.status).toBe(address === '/api/user/posts' ? 200 : 204);
      if (answer.status === 200) expect(answer.body).toEqual({ message: 'Post deleted' });
      await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${post._id}`).expect(404);
      await as(fixture.kickoff, fixture.bob).delete(`${address}/${post._id}`).expect(404);
    },
  );

  it('lowers the count once when a post is deleted concurrently', async () => {
    const carol = await aFan(fixture.kickoff, { username: 'carol' });
    const post = await fixture.postBy(carol, 'Once');
    await fixture.postBy(carol, 'Stays');

    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        as(fixture.kickoff, carol).delete(`/api/pt/posts/${post._id}`),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    const profile = await as(fixture.kickoff, carol).get('/api/user/profile');
    expect(profile.body).toMatchObject({ postsCount: 1 });
  });

  describe('PATCH /api/pt/posts/:id', () => {
    const change = (post: Post, by: Caller, text: unknown) =>
      as(fixture.kickoff, by).patch(`/api/pt/posts/${post._id}`).send({ text });

    it('changes the text and marks the post as edited for everyone', async () => {
      const post = await fixture.postBy(fixture.alice, 'One nil');
      expect(post).not.toHaveProperty('edited');

      const answer = await change(post, fixture.alice, 'Two nil');

      expect(answer.status).toBe(200);
      expect(Post.parse(answer.body)).toEqual({ ...post, text: 'Two nil', edited: true });
      expect((await fixture.listed('/api/pt/posts?limit=1'))[0]).toEqual({
        ...post,
        text: 'Two nil',
        edited: true,
      });
    });

    it('answers 403 for the post of another fan and 404 for an unknown post', async () => {
      const post = await fixture.postBy(fixture.alice, 'Mine');

      expect((await change(post, fixture.bob, 'Yours')).status).toBe(403);
      expect((await change({ ...post, _id: '0'.repeat(24) }, fixture.bob, 'Nobody')).status).toBe(
        404,
      );
      expect((await seen(post)).body).toEqual(post);
    });

    it('refuses a blank text for a post without media', async () => {
      const post = await fixture.postBy(fixture.alice, 'Words');

      const answer = await change(post, fixture.alice, ' \n');

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'A post needs text, an image or a video' });
      expect((await seen(post)).body).toEqual(post);
    });

    it('accepts an empty text for a post with an image', async () => {
      const post = await fixture.postBy(fixture.alice, 'Look');
      await fixture.kickoff.connection
        .collection('posts')
        .updateOne({ _id: new Types.ObjectId(post._id) }, { $set: { image: 'made-up.webp' } });

      expect((await change(post, fixture.alice, '')).status).toBe(200);
    });

    it.each([
      ...NOT_TEXT.map((value): [string, unknown] => [JSON.stringify(value), value]),
      ['no text', undefined],
      ['one character too many', 'a'.repeat(POST_TEXT_MAX_LENGTH + 1)],
    ])('refuses %s with 400', async (_what, text) => {
      const post = await fixture.postBy(fixture.alice, 'Words');

      expect((await change(post, fixture.alice, text)).status).toBe(400);
    });
  });

  describe('PostCleanupJob', () => {
    const cleanupJob = (of = fixture.kickoff) => of.app.get(PostCleanupJob, { strict: false });
    const rows = async (collection: string, post: Post) =>
      fixture.kickoff.connection
        .collection(collection)
        .countDocuments({ postId: new Types.ObjectId(post._id) });
    /** Adds likes of many fans to a post. */
    const addLikes = (post: Post, count: number) =>
      fixture.kickoff.connection.collection('post_likes').insertMany(
        Array.from({ length: count }, () => ({
          postId: new Types.ObjectId(post._id),
          userId: new Types.ObjectId(),
          createdAt: new Date(),
        })),
      );

    it('deletes more likes than a batch has, and the comments, of a deleted post', async () => {
      const post = await fixture.postBy(fixture.alice, 'Loved by many');
      await addLikes(post, 2_500);
      await as(fixture.kickoff, fixture.bob)
        .post(`/api/pt/posts/${post._id}/comment`)
        .send({ text: 'Yes' });

      await as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${post._id}`).expect(204);
      await cleanupJob().run();

      expect([await rows('post_likes', post), await rows('comments', post)]).toEqual([0, 0]);
    });

    it('resumes a deletion that another instance did not complete', async () => {
      const post = await fixture.postBy(fixture.alice, 'Half gone');
      await addLikes(post, 10);
      const _id = new Types.ObjectId(post._id);
      await fixture.kickoff.connection.collection('posts').deleteOne({ _id });
      await fixture.kickoff.connection
        .collection('deleted_posts')
        .insertOne({ _id, removedAt: fixture.kickoff.clock.now() });

      const other = await fixture.kickoff.another();
      await cleanupJob(other).run();
      await other.close();

      expect(await rows('post_likes', post)).toBe(0);
    });

    it('repeats the cleanup for a minute, for writes that were in progress', async () => {
      const post = await fixture.postBy(fixture.alice, 'Gone');
      await as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${post._id}`).expect(204);
      await cleanupJob().run();
      await addLikes(post, 1);
      const open = () => fixture.kickoff.connection.collection('deleted_posts').countDocuments({});

      fixture.kickoff.clock.advance(30_000);
      await cleanupJob().run();
      const [left, openBefore] = [await rows('post_likes', post), await open()];
      fixture.kickoff.clock.advance(31_000);
      await cleanupJob().run();

      expect(left).toBe(0);
      expect(openBefore).toBeGreaterThan(0);
      expect(await open()).toBe(0);
    });
  });

  it('an account deletion exports and deletes all posts of the fan', async () => {
    const leaving = await aFan(fixture.kickoff);
    const written = [await fixture.postBy(leaving, 'One'), await fixture.postBy(leaving, 'Two')];
    const exported = [];
    for await (const post of fixture.kickoff.app
      .get(FeedService, { strict: false })
      .exportOf(leaving.id)) {
      exported.push(post);
    }

    await fixture.kickoff.app.get(PostsService, { strict: false }).removeAllOf(leaving.id);

    expect(exported).toEqual([...written].reverse());
    for (const post of written) await seen(post).expect(404);
  });
});
