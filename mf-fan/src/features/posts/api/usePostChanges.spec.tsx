import { feedAddress, type Post } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { json, later, page } from '@kickoff/testing/fake-api';
import { onToast } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act } from '@testing-library/react';

import {
  serveLiveFeed,
  settled,
  emitChanged,
  emitCreated,
  type LiveFeedPage,
} from '../../../test/live-feed-page';
import { openCommentBox } from '../open-comment-box';
import { feedOf } from './feed-posts';
import { postKey } from './post-cache';
import { FEED_KEY, type PostPages, usePostPages } from './post-pages';
import { markRevealed } from './revealed-posts';

let feed: LiveFeedPage;

beforeEach(() => {
  feed = serveLiveFeed();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('usePostChanges', () => {
  const listedFirst = () => feed.listed()[0];
  const detail = ({ _id }: Post) => `GET /api/pt/posts/${_id}`;

  /** Replaces the first post of the list. */
  const show = (post: Post) =>
    act(() => {
      feed.queries().setQueryData<PostPages>([...FEED_KEY, 'everyone'], {
        pages: [{ items: [post, feed.other], next: undefined }],
        pageParams: [''],
      });
    });

  it('updates the number of likes without a request', async () => {
    await feed.open();
    const { first: post } = feed;

    emitChanged({ ...post, likesCount: 12 });
    await settled();

    expect(listedFirst()?.likesCount).toBe(12);
    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });

  it('refetches the revealed version of a post that its reader has revealed', async () => {
    await feed.open();
    const { first: post } = feed;
    markRevealed(feed.queries(), post._id);
    feed.api.on(`${detail(post)}?reveal=true`, () => json({ ...post, text: 'What a goal!' }));

    emitChanged(post, { edited: true });
    await settled();

    expect(listedFirst()?.text).toBe('What a goal!');
  });

  it('updates the number of comments immediately and fetches several comments once', async () => {
    await feed.open();
    const { first: post } = feed;
    const comment = {
      _id: 'c'.repeat(24),
      user: post.user,
      text: 'What a strike',
      createdAt: post.createdAt,
    };
    feed.api.on(detail(post), () => json({ ...post, commentsCount: 1, comments: [comment] }));

    emitChanged({ ...post, commentsCount: 1 });
    expect(listedFirst()?.commentsCount).toBe(1);
    emitChanged({ ...post, commentsCount: 2 });
    emitChanged({ ...post, commentsCount: 1 });
    await settled();

    expect(listedFirst()?.comments.map(({ text }) => text)).toEqual(['What a strike']);
    expect(feed.api.sent(detail(post))).toHaveLength(1);
  });

  it('updates the number of votes before a vote and fetches the shares after it', async () => {
    const { first: post } = feed;
    const endsAt = '2026-12-01T12:00:00.000Z';
    const open = { options: [{ text: 'Yes' }, { text: 'No' }], total: 1, endsAt, ended: false };
    const shares = [
      { text: 'Yes', count: 2 },
      { text: 'No', count: 1 },
    ];
    await feed.open();
    show({ ...post, poll: open });
    emitChanged(post, { votes: 2 });
    await settled();
    expect(listedFirst()?.poll?.total).toBe(2);
    expect(listedFirst()).not.toHaveProperty('votes');
    expect(feed.api.sent(detail(post))).toHaveLength(0);

    const voted = { ...open, options: shares, total: 3, mine: 0 };
    feed.api.on(detail(post), () => json({ ...post, poll: { ...voted, total: 4 } }));
    show({ ...post, poll: voted });
    emitChanged(post, { votes: 4 });
    await settled();

    expect(listedFirst()?.poll?.total).toBe(4);
    expect(feed.api.sent(detail(post))).toHaveLength(1);
  });

  it('repeats a refetch that an overloaded server rejected', async () => {
    const { first: post } = feed;
    await feed.open();
    const answers = [503, 429, 200];
    feed.api.on(detail(post), () => {
      const status = answers.shift() ?? 200;
      return status === 200
        ? json({ ...post, text: 'What a goal!' })
        : json({ error: 'Too busy' }, status);
    });

    emitChanged(post, { edited: true });
    await settled(20_000);

    expect(listedFirst()?.text).toBe('What a goal!');
    expect(feed.api.sent(detail(post))).toHaveLength(3);
  });

  it('does not repeat a refetch of a deleted post', async () => {
    const { first: post } = feed;
    await feed.open();
    feed.api.on(detail(post), () => json({ error: 'Post not found' }, 404));

    emitChanged(post, { edited: true });
    await settled(20_000);

    expect(feed.api.sent(detail(post))).toHaveLength(1);
  });

  it('shows a deleted post as unavailable in posts that quote it', async () => {
    const { first: post } = feed;
    const deleted = aPost();
    const { _id, user, text, createdAt } = deleted;
    await feed.open();
    show({ ...post, quote: { _id, user, text, createdAt } });

    emitChanged(deleted, { deleted: true });
    await settled();

    expect(listedFirst()?.quote).toEqual({ gone: true });
  });

  it('fetches an edited text', async () => {
    await feed.open();
    const { first: post } = feed;
    feed.api.on(detail(post), () => json({ ...post, text: 'Offside', edited: true }));

    emitChanged(post, { edited: true });
    await settled();

    expect(listedFirst()).toMatchObject({ text: 'Offside', edited: true });
  });

  it('fetches an edited text whose event also has a new like', async () => {
    await feed.open();
    const { first: post } = feed;
    feed.api.on(detail(post), () => json({ ...post, text: 'Offside', edited: true }));

    emitChanged({ ...post, likesCount: post.likesCount + 1 }, { edited: true });
    await settled();

    expect(listedFirst()).toMatchObject({ text: 'Offside', edited: true });
  });

  it('does not refetch a post that is not rendered', async () => {
    await feed.open();
    const far = aPost();
    act(() => {
      feed
        .queries()
        .setQueryData<PostPages>(
          [...FEED_KEY, 'everyone'],
          (now) =>
            now && { ...now, pages: [{ items: [feed.first, feed.other, far], next: undefined }] },
        );
    });

    emitChanged({ ...far, commentsCount: 3 });
    await settled();

    expect(feed.listed()[2]?.commentsCount).toBe(3);
    expect(feed.api.sent(detail(far))).toHaveLength(0);
  });

  it('ignores posts that the page does not show', async () => {
    await feed.open();
    const unknown = aPost();

    emitChanged({ ...unknown, commentsCount: 3 });
    await settled();

    expect(feed.listed()).toEqual([feed.first, feed.other]);
    expect(feed.api.sent(detail(unknown))).toHaveLength(0);
  });

  it("refetches when another device may have changed the reader's like", async () => {
    feed = serveLiveFeed(aPost({ liked: true, likesCount: 3 }));
    const { first: post } = feed;
    await feed.open();
    feed.api.on(detail(post), () => json({ ...post, liked: false, likesCount: 2 }));

    emitChanged({ ...post, likesCount: 2 });
    await settled();

    expect(listedFirst()).toMatchObject({ liked: false, likesCount: 2 });
  });

  it('shows a commenting fan that the post was deleted', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await feed.open();
    const { first: post, other } = feed;
    openCommentBox.set(post._id);

    emitChanged(other, { deleted: true });
    expect(toasts).toEqual([]);
    emitChanged(post, { deleted: true });
    await settled();

    expect(toasts).toEqual(['The post you were commenting on has been deleted']);
    expect(openCommentBox.get()).toBeUndefined();
    stop();
  });

  it('removes a deleted post, also from a page in flight', async () => {
    await feed.open();
    const { first: post, other } = feed;
    feed.queries().setQueryData(postKey(post._id), post);
    const slow = later(() => page([post, other]));
    const onItsWay = feed
      .queries()
      .query({ queryKey: [...FEED_KEY, 'everyone'], queryFn: slow.answer, staleTime: 0 })
      .catch(() => undefined);

    emitChanged(post, { deleted: true });
    await settled();
    slow.arrive();
    await onItsWay;
    await settled();

    expect(feed.listed()).toEqual([other]);
    expect(feed.queries().getQueryData(postKey(post._id))).toBeNull();
  });

  it('loads a list that was loading when a post was deleted', async () => {
    const FOLLOWING = `GET ${feedAddress('following')}`;
    const slow = later(() => page([feed.other]));
    feed.api.on(FOLLOWING, slow.answer);
    const Following = () => usePostPages(feedOf('following')).data?.pages[0]?.items[0]?._id;
    await feed.open('everyone', <Following />);

    emitChanged(feed.first, { deleted: true });
    await settled();
    slow.arrive();
    await settled();

    expect(feed.listed('following')).toEqual([feed.other]);
  });

  it('makes no request for a repeated event', async () => {
    await feed.open();
    const { first: post } = feed;

    emitChanged({ ...post, likesCount: 1 });
    emitChanged({ ...post, likesCount: 1 });
    await settled();

    expect(listedFirst()?.likesCount).toBe(1);
    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });

  it('makes no request after unmounting', async () => {
    const { unmount } = await feed.open();
    const { first: post } = feed;
    emitChanged({ ...post, commentsCount: 1 });

    unmount();
    await settled();
    emitCreated(aPost());

    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });
});
