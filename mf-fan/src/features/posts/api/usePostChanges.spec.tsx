import type { Post } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { json, later, page } from '@kickoff/testing/fake-api';
import { onToast } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act } from '@testing-library/react';

import {
  serveNews,
  settled,
  tellChanged,
  tellCreated,
  type NewsPage,
} from '../../../test/news-page';
import { openCommentBox } from '../open-comment-box';
import { postKey } from './post-cache';
import { FEED_KEY, type PostPages } from './post-pages';

let feed: NewsPage;

beforeEach(() => {
  feed = serveNews();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what changes in posts', () => {
  const listedFirst = () => feed.listed()[0];
  const detail = ({ _id }: Post) => `GET /api/pt/posts/${_id}`;

  it('are likes: the number is in place at once, and nothing is asked', async () => {
    await feed.open();
    const { first: post } = feed;

    tellChanged({ ...post, likesCount: 12 });
    await settled();

    expect(listedFirst()?.likesCount).toBe(12);
    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });

  it('are comments: the number at once, and who said what soon, asked once for many', async () => {
    await feed.open();
    const { first: post } = feed;
    const comment = {
      _id: 'c'.repeat(24),
      user: post.user,
      text: 'What a strike',
      createdAt: post.createdAt,
    };
    feed.api.on(detail(post), () => json({ ...post, commentsCount: 1, comments: [comment] }));

    tellChanged({ ...post, commentsCount: 1 });
    expect(listedFirst()?.commentsCount).toBe(1);
    tellChanged({ ...post, commentsCount: 2 });
    tellChanged({ ...post, commentsCount: 1 });
    await settled();

    expect(listedFirst()?.comments.map(({ text }) => text)).toEqual(['What a strike']);
    expect(feed.api.sent(detail(post))).toHaveLength(1);
  });

  it('are texts: the new one is asked for', async () => {
    await feed.open();
    const { first: post } = feed;
    feed.api.on(detail(post), () => json({ ...post, text: 'Offside', edited: true }));

    tellChanged(post, { edited: true });
    await settled();

    expect(listedFirst()).toMatchObject({ text: 'Offside', edited: true });
  });

  it('are not asked for where the post is not drawn', async () => {
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

    tellChanged({ ...far, commentsCount: 3 });
    await settled();

    expect(feed.listed()[2]?.commentsCount).toBe(3);
    expect(feed.api.sent(detail(far))).toHaveLength(0);
  });

  it('are nothing to a page that does not show the post', async () => {
    await feed.open();
    const unknown = aPost();

    tellChanged({ ...unknown, commentsCount: 3 });
    await settled();

    expect(feed.listed()).toEqual([feed.first, feed.other]);
    expect(feed.api.sent(detail(unknown))).toHaveLength(0);
  });

  it('are asked for where a like has gone that may be my own from another device', async () => {
    feed = serveNews(aPost({ liked: true, likesCount: 3 }));
    const { first: post } = feed;
    await feed.open();
    feed.api.on(detail(post), () => json({ ...post, liked: false, likesCount: 2 }));

    tellChanged({ ...post, likesCount: 2 });
    await settled();

    expect(listedFirst()).toMatchObject({ liked: false, likesCount: 2 });
  });

  it('tell whoever is commenting that the post has gone', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await feed.open();
    const { first: post, other } = feed;
    openCommentBox.set(post._id);

    tellChanged(other, { deleted: true });
    expect(toasts).toEqual([]);
    tellChanged(post, { deleted: true });
    await settled();

    expect(toasts).toEqual(['The post that you were commenting on has been deleted']);
    expect(openCommentBox.get()).toBeUndefined();
    stop();
  });

  it('take a post away that is gone, also from a page that is on its way', async () => {
    await feed.open();
    const { first: post, other } = feed;
    feed.queries().setQueryData(postKey(post._id), post);
    const slow = later(() => page([post, other]));
    const onItsWay = feed
      .queries()
      .query({ queryKey: [...FEED_KEY, 'everyone'], queryFn: slow.answer, staleTime: 0 })
      .catch(() => undefined);

    tellChanged(post, { deleted: true });
    await settled();
    slow.arrive();
    await onItsWay;
    await settled();

    expect(feed.listed()).toEqual([other]);
    expect(feed.queries().getQueryData(postKey(post._id))).toBeNull();
  });

  it('says the same twice without a further question', async () => {
    await feed.open();
    const { first: post } = feed;

    tellChanged({ ...post, likesCount: 1 });
    tellChanged({ ...post, likesCount: 1 });
    await settled();

    expect(listedFirst()?.likesCount).toBe(1);
    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });

  it('asks for nothing after the page is left', async () => {
    const { unmount } = await feed.open();
    const { first: post } = feed;
    tellChanged({ ...post, commentsCount: 1 });

    unmount();
    await settled();
    tellCreated(aPost());

    expect(feed.api.sent(detail(post))).toHaveLength(0);
  });
});
