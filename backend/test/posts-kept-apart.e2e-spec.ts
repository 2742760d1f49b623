import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPostBy, listedPosts, walkedPosts } from './support/posts.js';

describe('posts of blocked and muted fans', () => {
  let kickoff: KickOff;
  let reader: Caller;
  let other: Caller;
  let own: Post;
  let theirs: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    reader = await aFan(kickoff);
    other = await aFan(kickoff);
    own = await aPostBy(kickoff, reader, 'Mine');
    theirs = await aPostBy(kickoff, other, 'Theirs');
    await Promise.all([
      as(kickoff, other).post(`/api/pt/posts/${own._id}/like`).expect(200),
      as(kickoff, other).post(`/api/pt/posts/${own._id}/comment`).send({ text: 'Hm' }).expect(200),
    ]);
  });
  afterAll(() => kickoff.stop());

  const on = (post: Post, by: Caller) => ({
    like: () => as(kickoff, by).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }),
    comment: () => as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'A' }),
    likes: () => as(kickoff, by).get(`/api/pt/posts/${post._id}/likes`),
    comments: () => as(kickoff, by).get(`/api/pt/posts/${post._id}/comments`),
    one: () => as(kickoff, by).get(`/api/pt/posts/${post._id}`),
    change: () => as(kickoff, by).patch(`/api/pt/posts/${post._id}`).send({ text: 'A' }),
    remove: () => as(kickoff, by).delete(`/api/pt/posts/${post._id}`),
  });
  const authorAddress = (username: string) =>
    `/api/pt/posts?author=${encodeURIComponent(username)}`;

  it.each(['reader', 'other'])(
    'both fans find no post, like or comment of each other when the %s blocks',
    async (who) => {
      const [from, to] = who === 'reader' ? [reader, other] : [other, reader];
      await as(kickoff, from).post(`/api/user/block/${to.id}`).expect(204);

      const feeds = [
        await walkedPosts(kickoff, reader, '/api/pt/posts?limit=50'),
        await walkedPosts(kickoff, reader, '/api/pt/posts?scope=following'),
      ];
      expect(feeds.flat()).not.toContain(theirs._id);
      expect(await walkedPosts(kickoff, other, '/api/pt/posts?limit=50')).not.toContain(own._id);
      expect((await as(kickoff, reader).get(authorAddress(other.username))).status).toBe(404);
      for (const call of Object.values(on(theirs, reader))) expect((await call()).status).toBe(404);
      expect((await on(own, reader).likes()).body).toEqual([]);
      expect((await on(own, reader).comments()).body).toEqual([]);
      // Counts are unchanged by a block.
      expect(Post.parse((await on(own, reader).one()).body)).toMatchObject({
        likes: [],
        comments: [],
        likesCount: 1,
        commentsCount: 1,
      });
    },
  );

  it('a muted fan is hidden from lists, likes and comments, but not from their own page', async () => {
    await as(kickoff, reader).post(`/api/user/mute/${other.id}`).expect(204);

    expect(await walkedPosts(kickoff, reader, '/api/pt/posts?limit=50')).not.toContain(theirs._id);
    expect((await on(own, reader).comments()).body).toEqual([]);
    expect((await on(own, reader).one()).body).toMatchObject({ likes: [], comments: [] });
    expect(
      (await listedPosts(kickoff, reader, authorAddress(other.username))).map(({ _id }) => _id),
    ).toEqual([theirs._id]);
    await on(theirs, reader).one().expect(200);
    await on(theirs, reader).like().expect(200);
    // The muted fan sees no difference.
    expect(await walkedPosts(kickoff, other, '/api/pt/posts?limit=50')).toContain(own._id);
    expect((await on(own, other).comments()).body).toHaveLength(1);
  });
});
