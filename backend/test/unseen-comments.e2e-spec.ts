import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Comment, Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { operationsOf, withoutClockwork } from './support/operations.js';
import { aPostBy, listedPosts } from './support/posts.js';
import { MatchSights } from './support/match-sights.js';

const MINUTE_MS = 60_000;

describe('comments on a post about a match', () => {
  let room: NotificationFixture;
  let sights: MatchSights;
  let post: Post;
  let cat: Caller;

  beforeAll(async () => {
    room = await NotificationFixture.open();
    withoutClockwork(room.kickoff);
    room.kickoff.clock.stand();
    sights = await MatchSights.open(room.kickoff, await aFan(room.kickoff));
  });
  beforeEach(async () => {
    await room.createFans();
    cat = await aFan(room.kickoff);
    sights.seeAllLive();
    await room.kickoff.connection.collection('posts').deleteMany({});
    post = await aPostBy(room.kickoff, room.bob, 'Come on');
    // Before the kick-off, so that the post itself is always seen.
    await sights.setMatch(post, -10);
  });
  afterAll(() => room.kickoff.stop());

  /** The fan sees the match as it was so many minutes ago. */
  const seeAgo = (fan: Caller, mode: 'delayed' | 'replay', minutes: number) =>
    sights.seeUntil(fan, mode, new Date(room.kickoff.clock.now().getTime() - minutes * MINUTE_MS));
  const comment = (by: Caller, text: string, id = post._id) =>
    as(room.kickoff, by).post(`/api/pt/posts/${id}/comment`).send({ text }).expect(200);
  const textsOf = (comments: readonly Comment[]) => comments.map(({ text }) => text);
  /** All that a fan reads of the comments: of the post, of a list, and of the list of comments. */
  async function read(by: Caller): Promise<{ texts: string[][]; counts: number[] }> {
    const answer = await as(room.kickoff, by).get(`/api/pt/posts/${post._id}`).expect(200);
    const list = await as(room.kickoff, by).get(`/api/pt/posts/${post._id}/comments`).expect(200);
    const posts = [
      Post.parse(answer.body),
      ...(await listedPosts(room.kickoff, by, '/api/pt/posts')),
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
    'are out of lists, previews and counts until their moment while the match is %s',
    async (mode) => {
      await comment(room.bob, 'First');
      room.kickoff.clock.advance(2 * MINUTE_MS);
      await comment(room.bob, 'Second');

      seeAgo(room.ann, mode, 1);

      expect(await read(room.ann)).toEqual(all('First'));
      expect(await read(room.bob)).toEqual(all('First', 'Second'));
      room.kickoff.clock.advance(2 * MINUTE_MS);
      seeAgo(room.ann, mode, 1);
      expect(await read(room.ann)).toEqual(all('First', 'Second'));
    },
  );

  it('are out of a post from before the kick-off while the match is hidden', async () => {
    await comment(room.bob, 'Goal!');

    sights.hide(room.ann);

    expect(await read(room.ann)).toEqual(all());
  });

  it('count from the moment of an author whose broadcast is behind', async () => {
    seeAgo(room.bob, 'delayed', 2);
    await comment(room.bob, 'Two minutes ago');
    sights.seeLive(room.bob);
    await comment(room.bob, 'Just now');

    seeAgo(room.ann, 'delayed', 1);

    expect(await read(room.ann)).toEqual(all('Two minutes ago'));
  });

  it('are always shown to their author, counted too', async () => {
    await comment(room.bob, 'From Bob');
    seeAgo(room.ann, 'delayed', 5);
    sights.seeLive(room.ann);
    await comment(room.ann, 'From Ann');

    seeAgo(room.ann, 'delayed', 1);

    expect(await read(room.ann)).toEqual(all('From Ann'));
  });

  it('are out of the response to a comment with more of them than a preview', async () => {
    for (let count = 0; count < 22; count += 1) await comment(room.bob, `Number ${count}`);
    room.kickoff.clock.advance(2 * MINUTE_MS);
    await comment(room.bob, 'Too early');
    seeAgo(room.ann, 'delayed', 1);

    const answer = Post.parse((await comment(room.ann, 'Mine')).body);

    expect(answer.comments).toHaveLength(23);
    expect(textsOf(answer.comments)).not.toContain('Too early');
    expect(answer.commentsCount).toBe(23);
  });

  it('are only own ones on a post that is itself unseen', async () => {
    await sights.setMatch(post, 30);
    await comment(room.bob, 'From Bob');
    await comment(room.ann, 'From Ann');

    sights.hide(room.ann);

    const list = await as(room.kickoff, room.ann)
      .get(`/api/pt/posts/${post._id}/comments`)
      .expect(200);
    expect(textsOf(z.array(Comment).parse(list.body))).toEqual(['From Ann']);
  });

  it('cost a fan who sees a match later one query of comments a page', async () => {
    await comment(room.bob, 'First');
    const page = () => as(room.kickoff, room.ann).get('/api/pt/posts?limit=5').expect(200);
    await page();
    const live = await operationsOf(room.kickoff, page);
    seeAgo(room.ann, 'delayed', 1);
    await page();
    const delayed = await operationsOf(room.kickoff, page);

    expect(live.map(({ collection }) => collection)).toEqual(['posts']);
    expect(delayed.map(({ collection }) => collection)).toEqual(['comments', 'posts']);
  });

  describe('notify', () => {
    const kindOf = async (fan: Caller, kind: string) => {
      await room.flush(fan);
      return (await room.listOf(fan)).find((row) => row.kind === kind);
    };
    const countWaiting = (postId: string) =>
      room.kickoff.connection
        .collection('waiting_deliveries')
        .countDocuments({ 'request.target.id': postId });

    it('at the moment of a fan whose broadcast is behind', async () => {
      const own = await aPostBy(room.kickoff, room.ann, 'My view');
      await sights.setMatch(own, -10);
      seeAgo(room.ann, 'delayed', 1);
      await comment(cat, 'Goal!', own._id);

      expect(await kindOf(room.ann, 'comment')).toBeUndefined();
      expect(await countWaiting(own._id)).toBe(1);
    });

    it('at once and without an excerpt while the match is hidden', async () => {
      const own = await aPostBy(room.kickoff, room.ann, 'My view');
      await sights.setMatch(own, -10);
      sights.hide(room.ann);
      await comment(cat, 'Goal!', own._id);

      const notification = await kindOf(room.ann, 'comment');
      expect(notification?.excerpt).toBeUndefined();
      expect(notification?.actors).toMatchObject([{ _id: cat.id }]);
      sights.seeLive(room.ann);
      expect((await kindOf(room.ann, 'comment'))?.excerpt).toBe('Goal!');
    });
  });
});
