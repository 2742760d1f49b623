import { feedAddress } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { failure, page } from '@kickoff/testing/fake-api';
import { FAN_PROFILES_KEY, onToast, OWN_PROFILE_KEY, ServerState, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

import { hana, me, myself } from '../../test/fans';
import {
  EVERYONE,
  serveNews,
  settled,
  tell,
  tellChanged,
  tellCreated,
  type NewsPage,
} from '../../test/news-page';
import { postsOf } from './api/fan-posts';
import { FEED_KEY, type PostPages } from './api/post-pages';
import PostNews from './PostNews';

const FOLLOWING = `GET ${feedAddress('following')}`;
const pill = () => screen.queryByRole('button')?.textContent;

let feed: NewsPage;

beforeEach(() => {
  feed = serveNews();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('new posts', () => {
  it('are counted, each once, and the list stays as it is', async () => {
    await feed.open();
    expect(pill()).toBeUndefined();
    const [one, two] = [aPost(), aPost()];

    tellCreated(one);
    expect(pill()).toBe('1 new post');
    tellCreated(two);
    tellCreated(one);

    expect(pill()).toBe('2 new posts');
    expect(screen.getByRole('status')).toHaveTextContent('There are new posts.');
    expect(feed.listed()).toEqual([feed.first, feed.other]);
  });

  it('are no news where the list has them already', async () => {
    await feed.open();

    tellCreated(feed.other);

    expect(pill()).toBeUndefined();
  });

  it('come above the others when they are asked for, and are counted no more', async () => {
    await feed.open();
    const news = aPost();
    tellCreated(news);
    feed.api.on(EVERYONE, () => page([news, feed.first, feed.other]));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(feed.listed()).toEqual([news, feed.first, feed.other]);
    expect(pill()).toBeUndefined();
    tellCreated(news);
    expect(pill()).toBeUndefined();
  });

  it('take the place of a list that they have left far behind', async () => {
    await feed.open();
    const pages = [1, 2, 3, 4, 5].map((number) => ({ number, items: [aPost(), aPost()] }));
    for (const { number, items } of pages) {
      const at = number === 1 ? feedAddress('everyone') : `/api/pt/posts?at=${number}`;
      feed.api.on(`GET ${at}`, () => page(items, { next: `/api/pt/posts?at=${number + 1}` }));
    }
    tellCreated(aPost());

    act(() => screen.getByRole('button').click());
    await settled();

    expect(feed.listed()).toEqual(pages.flatMap(({ items }) => items));
  });

  it('stay on offer, with the reason in words, when they cannot be fetched', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await feed.open();
    tellCreated(aPost());
    feed.api.on(EVERYONE, () => failure('Half-time', 500));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(toasts).toEqual(['Half-time']);
    expect(pill()).toBe('1 new post');
    expect(feed.listed()).toEqual([feed.first, feed.other]);
    stop();
  });

  it('of my own are not offered to me while they come by themselves', async () => {
    await feed.open();
    const mine = aPost({ user: myself });

    tellCreated(mine);
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

  it('of my own from another device are offered after a moment', async () => {
    await feed.open();

    tellCreated(aPost({ user: myself }));
    await settled();

    expect(pill()).toBe('1 new post');
  });

  it('are offered no more once they are gone', async () => {
    await feed.open();
    const [one, two] = [aPost(), aPost()];
    tellCreated(one);
    tellCreated(two);

    tellChanged(one, { deleted: true });

    expect(pill()).toBe('1 new post');
  });

  it('are asked for where something may have been missed, and the counts with them', async () => {
    await feed.open();
    const { first, other } = feed;
    const liked = { ...first, likesCount: 7 };
    feed.api.on(EVERYONE, () => page([aPost(), aPost(), liked, other]));

    tell({ name: 'missed' });
    await settled();

    expect(pill()).toBe('2 new posts');
    expect(feed.listed()[0]?.likesCount).toBe(7);
  });

  it('are those of friends alone where the feed is theirs', async () => {
    feed.api.on(FOLLOWING, () => page([feed.first, feed.other]));
    await feed.open('following');
    const askedBefore = feed.api.sent(FOLLOWING).length;
    feed.queries().setQueryData(OWN_PROFILE_KEY, { ...me, friends: [hana], friendsCount: 1 });

    tellCreated(aPost());
    await settled();
    expect(pill()).toBeUndefined();
    tellCreated(aPost({ user: hana }));

    expect(pill()).toBe('1 new post');
    expect(feed.api.sent(FOLLOWING)).toHaveLength(askedBefore);
  });

  it('are asked for where the page does not know all friends', async () => {
    feed.api.on(FOLLOWING, () => page([feed.first, feed.other]));
    await feed.open('following');
    feed.queries().setQueryData(OWN_PROFILE_KEY, { ...me, friends: [], friendsCount: 200 });
    const byFriend = aPost();
    feed.api.on(FOLLOWING, () => page([byFriend, feed.first, feed.other]));

    tellCreated(byFriend);
    await settled();

    expect(pill()).toBe('1 new post');
  });
});

describe("new posts of a profile's fan", () => {
  const source = postsOf(hana);

  it('are counted, as are those of the profile, and nobody else’s', async () => {
    feed.api.on(`GET ${source.address}`, () => page([]));
    const profile = jest.fn(() => Promise.resolve(null));
    function Profile() {
      useQuery({ queryKey: [...FAN_PROFILES_KEY, hana.username], queryFn: profile });
      return <PostNews source={source} readerId={me._id} />;
    }
    render(
      <ServerState of="fan">
        <Profile />
      </ServerState>,
    );
    await settled();

    tellCreated(aPost());
    tellCreated(aPost({ user: myself }));
    await settled();
    expect(pill()).toBeUndefined();
    expect(profile).toHaveBeenCalledTimes(1);
    tellCreated(aPost({ user: hana }));
    await settled();

    expect(pill()).toBe('1 new post');
    expect(profile).toHaveBeenCalledTimes(2);
  });
});
