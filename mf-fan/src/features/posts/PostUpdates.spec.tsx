import { feedAddress } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { failure, page } from '@kickoff/testing/fake-api';
import { onToast, OWN_PROFILE_KEY, ServerState, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

import { hana, me, myself } from '../../test/fans';
import {
  EVERYONE,
  serveLiveFeed,
  settled,
  emit,
  emitChanged,
  emitCreated,
  type LiveFeedPage,
} from '../../test/live-feed-page';
import { postsOf } from './api/fan-posts';
import { feedOf } from './api/feed-posts';
import { FEED_KEY, type PostPages } from './api/post-pages';
import PostUpdates from './PostUpdates';
import { FAN_PROFILES_KEY } from '../../relations/people-keys';

const FOLLOWING = `GET ${feedAddress('following')}`;
const pill = () => screen.queryByRole('button')?.textContent;

let feed: LiveFeedPage;

beforeEach(() => {
  feed = serveLiveFeed();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('PostUpdates', () => {
  it('counts new posts once each, without changing the list', async () => {
    await feed.open();
    expect(pill()).toBeUndefined();
    const [one, two] = [aPost(), aPost()];

    emitCreated(one);
    expect(pill()).toBe('1 new post');
    emitCreated(two);
    emitCreated(one);

    expect(pill()).toBe('2 new posts');
    expect(screen.getByRole('status')).toHaveTextContent('There are new posts.');
    expect(feed.listed()).toEqual([feed.first, feed.other]);
  });

  it('does not count posts that are in the list', async () => {
    await feed.open();

    emitCreated(feed.other);

    expect(pill()).toBeUndefined();
  });

  it('inserts new posts on request and resets the count', async () => {
    await feed.open();
    const created = aPost();
    emitCreated(created);
    feed.api.on(EVERYONE, () => page([created, feed.first, feed.other]));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(feed.listed()).toEqual([created, feed.first, feed.other]);
    expect(pill()).toBeUndefined();
    emitCreated(created);
    expect(pill()).toBeUndefined();
  });

  it('replaces a list that is far behind', async () => {
    await feed.open();
    const pages = [1, 2, 3, 4, 5].map((number) => ({ number, items: [aPost(), aPost()] }));
    for (const { number, items } of pages) {
      const at = number === 1 ? feedAddress('everyone') : `/api/pt/posts?at=${number}`;
      feed.api.on(`GET ${at}`, () => page(items, { next: `/api/pt/posts?at=${number + 1}` }));
    }
    emitCreated(aPost());

    act(() => screen.getByRole('button').click());
    await settled();

    expect(feed.listed()).toEqual(pages.flatMap(({ items }) => items));
  });

  it('shows the reason and preserves the count when new posts cannot be fetched', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await feed.open();
    emitCreated(aPost());
    feed.api.on(EVERYONE, () => failure('Half-time', 500));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(toasts).toEqual(['Half-time']);
    expect(pill()).toBe('1 new post');
    expect(feed.listed()).toEqual([feed.first, feed.other]);
    stop();
  });

  it('does not offer own posts that the composer inserts', async () => {
    await feed.open();
    const mine = aPost({ user: myself });

    emitCreated(mine);
    await settled(1_000);
    expect(pill()).toBeUndefined();
    feed
      .queries()
      .setQueryData<PostPages>(
        [...FEED_KEY, 'everyone'],
        (now) =>
          now && { ...now, pages: [{ items: [mine, feed.first, feed.other], next: undefined }] },
      );
    await settled();

    expect(pill()).toBeUndefined();
  });

  it('offers own posts from another device after a delay', async () => {
    await feed.open();

    emitCreated(aPost({ user: myself }));
    await settled();

    expect(pill()).toBe('1 new post');
  });

  it('counts no posts before the list has loaded', async () => {
    render(
      <ServerState of="fan">
        <PostUpdates source={feedOf('everyone')} readerId={me._id} />
      </ServerState>,
    );

    await settled();

    expect(pill()).toBeUndefined();
  });

  it('stops offering posts that a refetch of the list contains', async () => {
    await feed.open();
    const [one, two] = [aPost(), aPost()];
    emitCreated(one);
    emitCreated(two);
    expect(pill()).toBe('2 new posts');

    feed
      .queries()
      .setQueryData<PostPages>(
        [...FEED_KEY, 'everyone'],
        (now) =>
          now && { ...now, pages: [{ items: [one, feed.first, feed.other], next: undefined }] },
      );
    await settled();

    expect(pill()).toBe('1 new post');
  });

  it('stops offering deleted posts', async () => {
    await feed.open();
    const [one, two] = [aPost(), aPost()];
    emitCreated(one);
    emitCreated(two);

    emitChanged(one, { deleted: true });

    expect(pill()).toBe('1 new post');
  });

  it('refetches counts and new posts after missed events', async () => {
    await feed.open();
    const { first, other } = feed;
    const liked = { ...first, likesCount: 7 };
    feed.api.on(EVERYONE, () => page([aPost(), aPost(), liked, other]));

    emit({ name: 'missed' });
    await settled();

    expect(pill()).toBe('2 new posts');
    expect(feed.listed()[0]?.likesCount).toBe(7);
  });

  it('counts posts of followed fans only in their feed', async () => {
    feed.api.on(FOLLOWING, () => page([feed.first, feed.other]));
    await feed.open('following');
    const askedBefore = feed.api.sent(FOLLOWING).length;
    feed.queries().setQueryData(OWN_PROFILE_KEY, { ...me, friends: [hana], friendsCount: 1 });

    emitCreated(aPost());
    await settled();
    expect(pill()).toBeUndefined();
    emitCreated(aPost({ user: hana }));

    expect(pill()).toBe('1 new post');
    expect(feed.api.sent(FOLLOWING)).toHaveLength(askedBefore);
  });

  it('fetches if the page does not know all followed fans', async () => {
    feed.api.on(FOLLOWING, () => page([feed.first, feed.other]));
    await feed.open('following');
    feed.queries().setQueryData(OWN_PROFILE_KEY, { ...me, friends: [], friendsCount: 200 });
    const byFriend = aPost();
    feed.api.on(FOLLOWING, () => page([byFriend, feed.first, feed.other]));

    emitCreated(byFriend);
    await settled();

    expect(pill()).toBe('1 new post');
  });
});

describe('PostUpdates of a profile', () => {
  const source = postsOf(hana);

  it("counts only posts of the profile's fan", async () => {
    feed.api.on(`GET ${source.address}`, () => page([]));
    const profile = jest.fn(() => Promise.resolve(null));
    function Profile() {
      useQuery({ queryKey: [...FAN_PROFILES_KEY, hana.username], queryFn: profile });
      return <PostUpdates source={source} readerId={me._id} />;
    }
    render(
      <ServerState of="fan">
        <Profile />
      </ServerState>,
    );
    await settled();

    emitCreated(aPost());
    emitCreated(aPost({ user: myself }));
    await settled();
    expect(pill()).toBeUndefined();
    expect(profile).toHaveBeenCalledTimes(1);
    emitCreated(aPost({ user: hana }));
    await settled();

    expect(pill()).toBe('1 new post');
    expect(profile).toHaveBeenCalledTimes(2);
  });
});
