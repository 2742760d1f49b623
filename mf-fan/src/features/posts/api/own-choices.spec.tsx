import type { Post } from '@kickoff/contracts';
import { failure, json, later, page } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';

import {
  EVERYONE,
  serveLiveFeed,
  settled,
  emit,
  emitChanged,
  type LiveFeedPage,
} from '../../../test/live-feed-page';
import { postKey } from './post-cache';
import { POST_LISTS_KEY, type PostPages } from './post-pages';
import { useLikePost } from './useLikePost';
import { usePost } from './usePost';
import { useSavePost } from './useSavePost';

let feed: LiveFeedPage;
let liked: Post;

// The channel to other tabs stays open between tests.
beforeAll(() => {
  fakeLive();
});
beforeEach(() => {
  feed = serveLiveFeed();
  liked = { ...feed.first, liked: true, likesCount: 1 };
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function LikeButton() {
  const { toggleLike } = useLikePost(feed.first);
  return (
    <button type="button" onClick={toggleLike}>
      Like
    </button>
  );
}

function SaveButton() {
  const { mutate } = useSavePost(feed.first);
  return (
    <button type="button" onClick={() => mutate(true)}>
      Save
    </button>
  );
}

function PostOfPage() {
  usePost(feed.first._id);
  return null;
}

const click = async (name: string) => {
  act(() => screen.getByRole('button', { name }).click());
  await settled();
};
const clickLike = () => click('Like');
const listedFirst = () => feed.listed()[0];
const detail = () => `GET /api/pt/posts/${feed.first._id}`;
const like = () => `POST /api/pt/posts/${feed.first._id}/like`;
const save = () => `PUT /api/pt/posts/${feed.first._id}/saved`;

describe("A reader's like", () => {
  it('is not undone by a list that was requested before it', async () => {
    const slow = later(() => page([feed.first, feed.other]));
    feed.api.on(EVERYONE, slow.answer);
    feed.api.on(like(), () => json(liked));
    await feed.open('everyone', <LikeButton />);

    await clickLike();
    slow.arrive();
    await settled();

    expect(listedFirst()).toMatchObject({ liked: true, likesCount: 1 });
  });

  it('is not undone by a post that was requested before the like was stored', async () => {
    const slow = later(() => json(liked));
    feed.api.on(like(), slow.answer);
    const answers = [feed.first, { ...liked, text: 'Offside' }];
    feed.api.on(detail(), () => json(answers.shift() ?? liked));
    await feed.open('everyone', <LikeButton />);

    await clickLike();
    emitChanged(liked, { edited: true });
    await settled(900);
    expect(feed.api.sent(detail())).toHaveLength(1);
    expect(listedFirst()?.liked).toBe(true);
    slow.arrive();
    await settled();

    expect(listedFirst()).toMatchObject({ liked: true, likesCount: 1, text: 'Offside' });
    expect(feed.api.sent(detail())).toHaveLength(2);
  });

  it('is not undone by an event of another change while it is sent', async () => {
    const slow = later(() => json({ ...liked, likesCount: 6 }));
    feed.api.on(like(), slow.answer);
    await feed.open('everyone', <LikeButton />);

    await clickLike();
    emitChanged({ ...feed.first, likesCount: 0 });
    expect(listedFirst()).toMatchObject({ liked: true, likesCount: 1 });
    slow.arrive();
    await settled();

    expect(listedFirst()).toMatchObject({ liked: true, likesCount: 6 });
  });

  it('is reverted to the latest count when it fails', async () => {
    const slow = later(() => failure('Too many likes for now', 429));
    feed.api.on(like(), slow.answer);
    feed.api.on(detail(), () => json({ ...feed.first, likesCount: 6 }));
    await feed.open('everyone', <LikeButton />);

    await clickLike();
    emitChanged({ ...feed.first, likesCount: 6 });
    slow.arrive();
    await settled();

    expect(listedFirst()).toMatchObject({ liked: false, likesCount: 6 });
  });

  it('in another tab is not undone by a list that was requested before it', async () => {
    const slow = later(() => page([feed.first, feed.other]));
    feed.api.on(EVERYONE, slow.answer);
    await feed.open();

    new BroadcastChannel('kickoff-own-likes').postMessage(liked);
    await settled();
    slow.arrive();
    await settled();

    expect(listedFirst()).toMatchObject({ liked: true, likesCount: 1 });
  });

  it("repeats the request in flight of the post's page", async () => {
    feed.api.on(detail(), () => json(feed.first));
    feed.api.on(like(), () => json(liked));
    await feed.open(
      'everyone',
      <>
        <PostOfPage />
        <LikeButton />
      </>,
    );
    const slow = later(() => json(feed.first));
    feed.api.on(detail(), slow.answer);
    emit({ name: 'missed' });
    await settled();
    feed.api.on(detail(), () => json(liked));

    await clickLike();
    slow.arrive();
    await settled();

    expect(feed.queries().getQueryData(postKey(feed.first._id))).toMatchObject({ liked: true });
  });

  it('leaves stale lists stale', async () => {
    feed.api.on(like(), () => json(liked));
    await feed.open('everyone', <LikeButton />);
    const stale = [...POST_LISTS_KEY, 'stale'];
    const list = { pages: [{ items: [feed.first], next: undefined }], pageParams: [''] };
    feed.queries().setQueryData(stale, list);
    await feed.queries().invalidateQueries({ queryKey: stale, refetchType: 'none' });

    await clickLike();

    const state = feed.queries().getQueryState<PostPages>(stale);
    expect(state?.isInvalidated).toBe(true);
    expect(state?.data?.pages[0]?.items[0]).toMatchObject({ liked: true });
  });

  it('does not undo a choice that is sent after it', async () => {
    const slow = later(() => json(liked));
    const saving = later(() => new Response(null, { status: 204 }));
    feed.api.on(like(), slow.answer);
    feed.api.on(save(), saving.answer);
    await feed.open(
      'everyone',
      <>
        <LikeButton />
        <SaveButton />
      </>,
    );

    await clickLike();
    await click('Save');
    expect(feed.api.sent(save())).toHaveLength(0);
    slow.arrive();
    await settled();

    expect(feed.api.sent(save())).toHaveLength(1);
    expect(listedFirst()).toMatchObject({ liked: true, saved: true });
    saving.arrive();
    await settled();
    expect(listedFirst()).toMatchObject({ liked: true, saved: true });
  });
});
