import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Comment, Post } from '@kickoff/contracts';
import { z } from 'zod';

import { CommentsRepository } from '../src/posts/comments/comments.repository.js';
import { aFan, as, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { operationsOf } from './support/operations.js';
import { aPostBy, listedPosts } from './support/posts.js';
import { MatchSights } from './support/match-sights.js';

const MINUTE_MS = 60_000;

describe('comments on a post about a match', () => {
  let fixture: NotificationFixture;
  let sights: MatchSights;
  let post: Post;
  let cat: Caller;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
    fixture.kickoff.clock.stand();
    sights = await MatchSights.open(fixture.kickoff, await aFan(fixture.kickoff));
  });
  beforeEach(async () => {
    await fixture.createFans();
    cat = await aFan(fixture.kickoff);
    sights.seeAllLive();
    await fixture.kickoff.connection.collection('posts').deleteMany({});
    post = await aPostBy(fixture.kickoff, fixture.bob, 'Come on');
    // Before the kick-off, so that the post itself is always visible.
    await sights.setMatch(post, -10);
  });
  afterAll(() => fixture.kickoff.stop());

  /** Sets the viewpoint of a fan so many minutes back. */
  const seeAgo = (fan: Caller, mode: 'delayed' | 'replay', minutes: number) =>
    sights.seeUntil(
      fan,
      mode,
      new Date(fixture.kickoff.clock.now().getTime() - minutes * MINUTE_MS),
    );
  const comment = (by: Caller, text: string, id = post._id) =>
    as(fixture.kickoff, by).post(`/api/pt/posts/${id}/comment`).send({ text }).expect(200);
  const textsOf = (comments: readonly Comment[]) => comments.map(({ text }) => text);
  /** The comments that a fan reads in the post, in a list of posts, and in their own list. */
  async function read(by: Caller): Promise<{ texts: string[][]; counts: number[] }> {
    const answer = await as(fixture.kickoff, by).get(`/api/pt/posts/${post._id}`).expect(200);
    const list = await as(fixture.kickoff, by)
      .get(`/api/pt/posts/${post._id}/comments`)
      .expect(200);
    const posts = [
      Post.parse(answer.body),
      ...(await listedPosts(fixture.kickoff, by, '/api/pt/posts')),
    ];
    return {
      texts: [
        ...posts.map(({ comments }) => textsOf(comments)),
        textsOf(z.array(Comment).parse(list.body)),
      ],
      counts: posts.map(({ commentsCount }) => commentsCount),
    };
  }
  const all = (...texts: string[]) => ({
    texts: [texts, texts, texts],
    counts: [texts.length, texts.length],
  });

  it.each(['delayed', 'replay'] as const)(
    "lists, previews and counts omit comments beyond the fan's viewpoint while the match is %s",
    async (mode) => {
      await comment(fixture.bob, 'First');
      fixture.kickoff.clock.advance(2 * MINUTE_MS);
      await comment(fixture.bob, 'Second');

      seeAgo(fixture.ann, mode, 1);

      expect(await read(fixture.ann)).toEqual(all('First'));
      expect(await read(fixture.bob)).toEqual(all('First', 'Second'));
      fixture.kickoff.clock.advance(2 * MINUTE_MS);
      seeAgo(fixture.ann, mode, 1);
      expect(await read(fixture.ann)).toEqual(all('First', 'Second'));
    },
  );

  it('the count is not negative when a comment is added while it is read', async () => {
    await comment(fixture.bob, 'First');
    seeAgo(fixture.ann, 'delayed', 1);
    const comments = fixture.service(CommentsRepository);
    jest.spyOn(comments, 'countAfter').mockResolvedValueOnce(new Map([[post._id, 2]]));

    const [listed] = await listedPosts(fixture.kickoff, fixture.ann, '/api/pt/posts');

    expect(listed?.commentsCount).toBe(0);
  });

  it('a post from before the kick-off shows no comments while the match is hidden', async () => {
    await comment(fixture.bob, 'Goal!');

    sights.hide(fixture.ann);

    expect(await read(fixture.ann)).toEqual(all());
  });

  it("a comment has the time of its author's delayed viewpoint", async () => {
    seeAgo(fixture.bob, 'delayed', 2);
    await comment(fixture.bob, 'Two minutes ago');
    sights.seeLive(fixture.bob);
    await comment(fixture.bob, 'Just now');

    seeAgo(fixture.ann, 'delayed', 1);

    expect(await read(fixture.ann)).toEqual(all('Two minutes ago'));
  });

  it('the author always sees and counts their own comments', async () => {
    await comment(fixture.bob, 'From Bob');
    seeAgo(fixture.ann, 'delayed', 5);
    sights.seeLive(fixture.ann);
    await comment(fixture.ann, 'From Ann');

    seeAgo(fixture.ann, 'delayed', 1);

    expect(await read(fixture.ann)).toEqual(all('From Ann'));
  });

  it('the response to a new comment omits comments beyond the viewpoint on a post with more than a preview', async () => {
    for (let count = 0; count < 22; count += 1) await comment(fixture.bob, `Number ${count}`);
    fixture.kickoff.clock.advance(2 * MINUTE_MS);
    await comment(fixture.bob, 'Too early');
    seeAgo(fixture.ann, 'delayed', 1);

    const answer = Post.parse((await comment(fixture.ann, 'Mine')).body);

    expect(answer.comments).toHaveLength(23);
    expect(textsOf(answer.comments)).not.toContain('Too early');
    expect(answer.commentsCount).toBe(23);
  });

  it("a post in a hidden match shows only the reader's own comments", async () => {
    await sights.setMatch(post, 30);
    await comment(fixture.bob, 'From Bob');
    await comment(fixture.ann, 'From Ann');

    sights.hide(fixture.ann);

    const list = await as(fixture.kickoff, fixture.ann)
      .get(`/api/pt/posts/${post._id}/comments`)
      .expect(200);
    expect(textsOf(z.array(Comment).parse(list.body))).toEqual(['From Ann']);
  });

  it('a page costs a delayed fan one more query, of comments', async () => {
    await comment(fixture.bob, 'First');
    const page = () => as(fixture.kickoff, fixture.ann).get('/api/pt/posts?limit=5').expect(200);
    await page();
    const live = await operationsOf(fixture.kickoff, page);
    seeAgo(fixture.ann, 'delayed', 1);
    await page();
    const delayed = await operationsOf(fixture.kickoff, page);

    expect(live.map(({ collection }) => collection)).toEqual(['posts']);
    expect(delayed.map(({ collection }) => collection)).toEqual(['comments', 'posts']);
  });

  describe('notifications of comments', () => {
    const kindOf = async (fan: Caller, kind: string) => {
      await fixture.flush(fan);
      return (await fixture.listOf(fan)).find((row) => row.kind === kind);
    };
    const countWaiting = (postId: string) =>
      fixture.kickoff.connection
        .collection('waiting_deliveries')
        .countDocuments({ 'request.target.id': postId });

    it('a delayed fan gets no notification before their viewpoint reaches the comment', async () => {
      const own = await aPostBy(fixture.kickoff, fixture.ann, 'My view');
      await sights.setMatch(own, -10);
      seeAgo(fixture.ann, 'delayed', 1);
      await comment(cat, 'Goal!', own._id);

      expect(await kindOf(fixture.ann, 'comment')).toBeUndefined();
      expect(await countWaiting(own._id)).toBe(1);
    });

    it('a fan who hides the match is notified at once without an excerpt', async () => {
      const own = await aPostBy(fixture.kickoff, fixture.ann, 'My view');
      await sights.setMatch(own, -10);
      sights.hide(fixture.ann);
      await comment(cat, 'Goal!', own._id);

      const notification = await kindOf(fixture.ann, 'comment');
      expect(notification?.excerpt).toBeUndefined();
      expect(notification?.actors).toMatchObject([{ _id: cat.id }]);
      sights.seeLive(fixture.ann);
      expect((await kindOf(fixture.ann, 'comment'))?.excerpt).toBe('Goal!');
    });
  });
});
