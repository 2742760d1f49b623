import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FanSummary, Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { SessionsService } from '../src/auth/sessions.service.js';
import { CountersRepository } from '../src/counters/counters.repository.js';
import { LikesService } from '../src/posts/likes/likes.service.js';
import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, signedIn } from './support/many-fans.js';
import { NOT_TEXT } from './support/wrong-types.js';

const CROWD = 100;

describe('likes', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  /** Fans without a password: a hundred of them are created faster. */
  let crowd: Pick<Caller, 'id' | 'token'>[];

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
    bob = await aFan(kickoff, { username: 'bob' });
    const sessions = kickoff.app.get(SessionsService, { strict: false });
    const ids = await manyFans(kickoff, CROWD);
    crowd = [];
    for (const _id of ids) {
      const id = _id.toString();
      const token = await sessions.begin('fan', id, 'crowd', () => Promise.resolve(true));
      crowd.push({ id, token });
    }
  });
  afterAll(() => kickoff.stop());

  async function aPost(by = alice): Promise<Post> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body);
  }
  const like = (post: Post, by: Pick<Caller, 'token'>, liked?: boolean) =>
    as(kickoff, by)
      .post(`/api/pt/posts/${post._id}/like`)
      .send(liked === undefined ? undefined : { liked });
  const seen = async (post: Post, by: Caller) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${post._id}`).expect(200)).body);
  const inFeed = async (post: Post, by: Caller) =>
    z
      .array(Post)
      .parse((await as(kickoff, by).get('/api/pt/posts?limit=100')).body)
      .find(({ _id }) => _id === post._id);
  const rowsOf = (post: Post) =>
    kickoff.connection
      .collection('post_likes')
      .countDocuments({ postId: new Types.ObjectId(post._id) });
  const stored = (post: Post) =>
    kickoff.connection.collection('posts').findOne({ _id: new Types.ObjectId(post._id) });

  it('are returned in the updated post with count, state and liker', async () => {
    const post = await aPost();

    const answer = await like(post, bob);

    expect(answer.status).toBe(200);
    expect(Post.parse(answer.body)).toEqual({
      ...post,
      liked: true,
      likesCount: 1,
      likes: [{ _id: bob.id, username: 'bob', profilePicture: '' }],
    });
  });

  it('toggle when no state is sent', async () => {
    const post = await aPost();

    const states: boolean[] = [];
    for (let times = 0; times < 3; times += 1) {
      states.push(Post.parse((await like(post, bob)).body).liked);
    }

    expect(states).toEqual([true, false, true]);
    expect((await seen(post, bob)).likesCount).toBe(1);
  });

  it.each([true, false])('are set to %s, also when repeated', async (liked) => {
    const post = await aPost();
    await like(post, alice, true);

    for (let times = 0; times < 3; times += 1) {
      const answer = Post.parse((await like(post, bob, liked)).body);
      expect(answer).toMatchObject({ liked, likesCount: liked ? 2 : 1 });
    }
  });

  it("are returned as the reader's own in the feed, the lists and the post", async () => {
    const post = await aPost();
    await like(post, bob, true);

    const asked = await Promise.all([inFeed(post, bob), inFeed(post, alice), seen(post, alice)]);

    expect(asked.map((answer) => answer?.liked)).toEqual([true, false, false]);
    const own = await as(kickoff, bob).get('/api/pt/posts?author=alice&likes=0&limit=1');
    expect(z.array(Post).parse(own.body)[0]).toMatchObject({
      liked: true,
      likes: [],
      likesCount: 1,
    });
  });

  it('are counted exactly for 100 concurrent fans', async () => {
    const post = await aPost();

    const answers = await Promise.all(crowd.map((fan) => like(post, fan, true)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rowsOf(post)).toBe(CROWD);
    const whole = await seen(post, alice);
    expect(whole.likesCount).toBe(CROWD);
    expect(new Set(whole.likes.map(({ _id }) => _id))).toEqual(new Set(crowd.map(({ id }) => id)));
  });

  it('are counted once for 20 concurrent requests of one fan', async () => {
    const post = await aPost();

    await Promise.all(Array.from({ length: 20 }, () => like(post, bob, true)));

    expect(await seen(post, bob)).toMatchObject({ likesCount: 1, liked: true });
  });

  it.each([
    ['an even number of toggles', 10, 0],
    ['an odd number of toggles', 11, 1],
  ])('end in the right state after %s concurrently', async (_what, times, count) => {
    const post = await aPost();

    await Promise.all(Array.from({ length: times }, () => like(post, bob)));

    const after = await seen(post, bob);
    expect(after).toMatchObject({ likesCount: count, liked: count === 1 });
    expect(after.likes).toHaveLength(count);
    expect(await rowsOf(post)).toBe(count);
  });

  it('match their rows after concurrent likes and unlikes of one fan on two instances', async () => {
    const post = await aPost();
    const other = await kickoff.another();

    await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        as(number % 3 === 0 ? other : kickoff, bob)
          .post(`/api/pt/posts/${post._id}/like`)
          .send({ liked: number % 2 === 0 }),
      ),
    );

    const rows = await rowsOf(post);
    expect(await seen(post, bob)).toMatchObject({ likesCount: rows, liked: rows === 1 });
    await other.close();
  });

  it('are listed once each, newest first, over all pages', async () => {
    const post = await aPost();
    const likers = crowd.slice(0, 7);
    for (const fan of likers) await like(post, fan, true);

    const pages = await everyPage(kickoff, bob, `/api/pt/posts/${post._id}/likes?limit=3`);
    const walked = z
      .array(z.array(FanSummary))
      .parse(pages)
      .flat()
      .map(({ _id }) => _id);

    expect(walked).toEqual(likers.map(({ id }) => id).reverse());
  });

  it('preview the newest 20 likers in lists and the newest 100 in the post', async () => {
    const post = await aPost();
    for (const fan of [bob, ...crowd]) await like(post, fan, true);

    const newest = crowd.map(({ id }) => id).reverse();
    const listed = await inFeed(post, bob);
    expect(listed?.likes.map(({ _id }) => _id)).toEqual(newest.slice(0, 20));
    expect(listed).toMatchObject({ liked: true, likesCount: CROWD + 1 });
    const whole = await seen(post, bob);
    expect(whole.likes.map(({ _id }) => _id)).toEqual(newest);
    expect(whole).toMatchObject({ liked: true, likesCount: CROWD + 1 });
    expect((await seen(post, alice)).liked).toBe(false);
  });

  it('refill the preview when a previewed fan unlikes', async () => {
    const post = await aPost();
    for (const fan of crowd.slice(0, 22)) await like(post, fan, true);

    const [newest] = crowd.slice(21, 22);
    if (!newest) throw new Error('nobody');
    const answer = Post.parse((await like(post, newest, false)).body);

    const expected = crowd
      .slice(1, 21)
      .map(({ id }) => id)
      .reverse();
    expect(answer.likes.map(({ _id }) => _id)).toEqual(expected);
    expect((await inFeed(post, bob))?.likes.map(({ _id }) => _id)).toEqual(expected);
  });

  it('leave no row behind when the post is deleted concurrently', async () => {
    const posts = await Promise.all(Array.from({ length: 5 }, () => aPost()));

    for (const post of posts) {
      await Promise.all([
        ...crowd.slice(0, 10).map((fan) => like(post, fan, true)),
        as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204),
      ]);
    }
    await Promise.all(posts.map((post) => like(post, bob, true).expect(404)));

    await kickoff.app.get(PostCleanupJob, { strict: false }).run();
    expect(await Promise.all(posts.map(rowsOf))).toEqual([0, 0, 0, 0, 0]);
  });

  it('return 404 for an unknown post and store nothing', async () => {
    const nothing = { ...(await aPost()), _id: new Types.ObjectId().toString() };

    expect((await like(nothing, bob)).status).toBe(404);
    expect((await as(kickoff, bob).get(`/api/pt/posts/${nothing._id}/likes`)).status).toBe(404);
    expect((await as(kickoff, bob).post('/api/pt/posts/not-an-id/like')).status).toBe(404);
    expect(await rowsOf(nothing)).toBe(0);
  });

  it.each([...NOT_TEXT, 'true', 1].filter((value) => value !== true))(
    'return 400 for the state %j',
    async (liked) => {
      const post = await aPost();

      const answer = await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).send({ liked });

      expect(answer.status).toBe(400);
      expect(await rowsOf(post)).toBe(0);
    },
  );

  it.each([true, false])(
    'change row, count, preview and day total in one transaction, to %s',
    async (liked) => {
      const post = await aPost();
      await like(post, alice, true);
      await like(post, bob, !liked);
      const before = await stored(post);
      jest
        .spyOn(CountersRepository.prototype, 'add')
        .mockRejectedValueOnce(new Error('The process died here'));

      await like(post, bob, liked).expect(500);

      expect(await stored(post)).toEqual(before);
      expect(await rowsOf(post)).toBe(before?.['likesCount']);
      expect(Post.parse((await like(post, bob, liked)).body)).toMatchObject({
        liked,
        likesCount: liked ? 2 : 1,
      });
    },
  );

  it('are counted exactly when two instances write to one post concurrently', async () => {
    const post = await aPost();
    const other = await kickoff.another();

    // Calls the services because the API may refuse so many requests on a busy machine.
    const services = [kickoff, other].map(({ app }) => app.get(LikesService, { strict: false }));
    await Promise.all(
      crowd
        .slice(0, 40)
        .flatMap(({ id }, at) =>
          services.map((service) =>
            service.set(signedIn(new Types.ObjectId(id)), post._id, { liked: at % 5 > 0 }),
          ),
        ),
    );

    expect(await rowsOf(post)).toBe(32);
    expect(await seen(post, alice)).toMatchObject({ likesCount: 32 });
    expect((await stored(post))?.['newestLikers']).toHaveLength(24);
    await other.close();
  });

  it('are counted correctly in a restored post after a liker left while the post was removed', async () => {
    const post = await aPost();
    const leaving = await aFan(kickoff);
    await like(post, bob, true);
    await like(post, leaving, true);
    const moderation = kickoff.app.get(PostModerationService, { strict: false });
    const by = { _id: new Types.ObjectId().toString(), username: 'ada' };
    await moderation.remove(post._id, { by });

    await kickoff.app.get(LikesService, { strict: false }).removeAllOf(leaving.id);
    await moderation.restore(await moderation.prepareRestore(post._id));

    const after = await seen(post, bob);
    expect(after).toMatchObject({ likesCount: 1, likes: [{ _id: bob.id }] });
  });

  it("are exported and deleted with a fan, and the counts of others' posts stay correct", async () => {
    const [first, second] = [await aPost(), await aPost()];
    const leaving = await aFan(kickoff);
    for (const post of [first, second]) {
      await like(post, bob, true);
      await like(post, leaving, true);
    }

    const likes = kickoff.app.get(LikesService, { strict: false });
    const exported = [];
    for await (const one of likes.exportOf(leaving.id)) exported.push(one.postId);
    await likes.removeAllOf(leaving.id);

    expect(exported).toEqual([first._id, second._id]);
    for (const post of [first, second]) {
      const after = await seen(post, bob);
      expect(after.likesCount).toBe(1);
      expect(after.likes.map(({ _id }) => _id)).toEqual([bob.id]);
    }
  });
});
