import { feedAddress, type FeedScope, type Post } from '@kickoff/contracts';
import { aPost, anOwnProfile } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import {
  FAN_PROFILES_KEY,
  onToast,
  OWN_PROFILE_KEY,
  ServerState,
  startSession,
  tellLive,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';

import { postsOf } from './api/fan-posts';
import { feedOf } from './api/feed-posts';
import { postKey } from './api/post-cache';
import { FEED_KEY, type PostPages } from './api/post-pages';
import { openCommentBox } from './open-comment-box';
import PostNews from './PostNews';

const EVERYONE = `GET ${feedAddress('everyone')}`;
const FOLLOWING = `GET ${feedAddress('following')}`;
const ME = anOwnProfile();

let api: ReturnType<typeof fakeApi>;
let queries: QueryClient;
/** What the feed shows, newest first. */
let shown: Post[];

/** Puts the feed into the cache, as the list beside the news has done. */
function begin(client: QueryClient, scope: FeedScope): void {
  queries = client;
  client.setQueryData<PostPages>([...FEED_KEY, scope], {
    pages: [{ items: shown, next: undefined }],
    pageParams: [''],
  });
}

function Drawn({ scope }: { scope: FeedScope }) {
  const client = useQueryClient();
  useState(() => begin(client, scope));
  return (
    <>
      {shown.map(({ _id }) => (
        <div key={_id} data-row={_id} />
      ))}
      <PostNews source={feedOf(scope)} readerId={ME._id} />
    </>
  );
}

/** Everything that waits for its moment has happened. */
const settled = (ms = 5_000) => act(() => jest.advanceTimersByTimeAsync(ms));
const tell = (...happening: Parameters<typeof tellLive>) => act(() => tellLive(...happening));

async function open(scope: FeedScope = 'everyone'): Promise<void> {
  render(
    <ServerState of="fan">
      <Drawn scope={scope} />
    </ServerState>,
  );
  await settled();
}
const listed = (scope: FeedScope = 'everyone') =>
  queries.getQueryData<PostPages>([...FEED_KEY, scope])?.pages.flatMap(({ items }) => items) ?? [];
const pill = () => screen.queryByRole('button')?.textContent;
const created = (post: Post) =>
  tell({
    name: 'post.created',
    data: { _id: post._id, user: { _id: post.user._id, username: post.user.username } },
  });
const changed = (post: Post, change: { edited?: boolean; deleted?: boolean } = {}) =>
  tell({
    name: 'post.changed',
    data: {
      _id: post._id,
      likesCount: post.likesCount,
      commentsCount: post.commentsCount,
      ...change,
    },
  });

beforeEach(() => {
  jest.useFakeTimers();
  startSession('fan', 'token');
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  shown = [aPost(), aPost()];
  api = fakeApi();
  api.on(EVERYONE, () => page(shown));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('new posts', () => {
  it('are counted, each once, and the list stays as it is', async () => {
    await open();
    expect(pill()).toBeUndefined();
    const [one, two] = [aPost(), aPost()];

    created(one);
    expect(pill()).toBe('1 new post');
    created(two);
    created(one);

    expect(pill()).toBe('2 new posts');
    expect(screen.getByRole('status')).toHaveTextContent('There are new posts.');
    expect(listed()).toEqual(shown);
  });

  it('are no news where the list has them already', async () => {
    await open();

    created(shown[1] ?? aPost());

    expect(pill()).toBeUndefined();
  });

  it('come above the others when they are asked for, and are counted no more', async () => {
    await open();
    const news = aPost();
    created(news);
    api.on(EVERYONE, () => page([news, ...shown]));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(listed()).toEqual([news, ...shown]);
    expect(pill()).toBeUndefined();
    created(news);
    expect(pill()).toBeUndefined();
  });

  it('take the place of a list that they have left far behind', async () => {
    await open();
    const pages = [1, 2, 3, 4, 5].map((number) => ({ number, items: [aPost(), aPost()] }));
    for (const { number, items } of pages) {
      const at = number === 1 ? feedAddress('everyone') : `/api/pt/posts?at=${number}`;
      api.on(`GET ${at}`, () => page(items, { next: `/api/pt/posts?at=${number + 1}` }));
    }
    created(aPost());

    act(() => screen.getByRole('button').click());
    await settled();

    expect(listed()).toEqual(pages.flatMap(({ items }) => items));
  });

  it('stay on offer, with the reason in words, when they cannot be fetched', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await open();
    created(aPost());
    api.on(EVERYONE, () => failure('Half-time', 500));

    act(() => screen.getByRole('button').click());
    await settled();

    expect(toasts).toEqual(['Half-time']);
    expect(pill()).toBe('1 new post');
    expect(listed()).toEqual(shown);
    stop();
  });

  it('of my own are not offered to me while they come by themselves', async () => {
    await open();
    const mine = aPost({ user: { _id: ME._id, username: ME.username, profilePicture: '' } });

    created(mine);
    await settled(1_000);
    expect(pill()).toBeUndefined();
    queries.setQueryData<PostPages>(
      [...FEED_KEY, 'everyone'],
      (now) => now && { ...now, pages: [{ items: [mine, ...shown], next: undefined }] },
    );
    await settled();

    expect(pill()).toBeUndefined();
  });

  it('of my own from another device are offered after a moment', async () => {
    await open();

    created(aPost({ user: { _id: ME._id, username: ME.username, profilePicture: '' } }));
    await settled();

    expect(pill()).toBe('1 new post');
  });

  it('are offered no more once they are gone', async () => {
    await open();
    const [one, two] = [aPost(), aPost()];
    created(one);
    created(two);

    changed(one, { deleted: true });

    expect(pill()).toBe('1 new post');
  });

  it('are asked for where something may have been missed, and the counts with them', async () => {
    await open();
    const [first] = shown;
    if (!first) throw new Error('Nothing is shown');
    const liked = { ...first, likesCount: 7 };
    api.on(EVERYONE, () => page([aPost(), aPost(), liked, ...shown.slice(1)]));

    tell({ name: 'missed' });
    await settled();

    expect(pill()).toBe('2 new posts');
    expect(listed()[0]?.likesCount).toBe(7);
  });

  it('are those of friends alone where the feed is theirs', async () => {
    const friend = { _id: 'e'.repeat(24), username: 'friend', profilePicture: '' };
    api.on(FOLLOWING, () => page(shown));
    await open('following');
    queries.setQueryData(OWN_PROFILE_KEY, { ...ME, friends: [friend], friendsCount: 1 });

    created(aPost());
    await settled();
    expect(pill()).toBeUndefined();
    created(aPost({ user: friend }));

    expect(pill()).toBe('1 new post');
    expect(api.sent(FOLLOWING)).toHaveLength(1);
  });

  it('are asked for where the page does not know all friends', async () => {
    api.on(FOLLOWING, () => page(shown));
    await open('following');
    queries.setQueryData(OWN_PROFILE_KEY, { ...ME, friends: [], friendsCount: 200 });
    const byFriend = aPost();
    api.on(FOLLOWING, () => page([byFriend, ...shown]));

    created(byFriend);
    await settled();

    expect(pill()).toBe('1 new post');
  });
});

describe("new posts of a profile's fan", () => {
  const hana = { _id: 'e'.repeat(24), username: 'hana', profilePicture: '' };
  const source = postsOf(hana);

  it('are counted, as are those of the profile, and nobody else’s', async () => {
    api.on(`GET ${source.address}`, () => page([]));
    const profile = jest.fn(() => Promise.resolve(null));
    function Profile() {
      useQuery({ queryKey: [...FAN_PROFILES_KEY, hana.username], queryFn: profile });
      return <PostNews source={source} readerId={ME._id} />;
    }
    render(
      <ServerState of="fan">
        <Profile />
      </ServerState>,
    );
    await settled();

    created(aPost());
    created(aPost({ user: { _id: ME._id, username: ME.username, profilePicture: '' } }));
    await settled();
    expect(pill()).toBeUndefined();
    expect(profile).toHaveBeenCalledTimes(1);
    created(aPost({ user: hana }));
    await settled();

    expect(pill()).toBe('1 new post');
    expect(profile).toHaveBeenCalledTimes(2);
  });
});

describe('what changes in posts', () => {
  const first = () => listed()[0];
  const detail = ({ _id }: Post) => `GET /api/pt/posts/${_id}`;

  it('are likes: the number is in place at once, and nothing is asked', async () => {
    await open();
    const [post] = shown;
    if (!post) throw new Error('Nothing is shown');

    changed({ ...post, likesCount: 12 });
    await settled();

    expect(first()?.likesCount).toBe(12);
    expect(api.sent(detail(post))).toHaveLength(0);
  });

  it('are comments: the number at once, and who said what soon, asked once for many', async () => {
    await open();
    const [post] = shown;
    if (!post) throw new Error('Nothing is shown');
    const comment = {
      _id: 'c'.repeat(24),
      user: post.user,
      text: 'What a strike',
      createdAt: post.createdAt,
    };
    api.on(detail(post), () => json({ ...post, commentsCount: 1, comments: [comment] }));

    changed({ ...post, commentsCount: 1 });
    expect(first()?.commentsCount).toBe(1);
    changed({ ...post, commentsCount: 2 });
    changed({ ...post, commentsCount: 1 });
    await settled();

    expect(first()?.comments.map(({ text }) => text)).toEqual(['What a strike']);
    expect(api.sent(detail(post))).toHaveLength(1);
  });

  it('are texts: the new one is asked for', async () => {
    await open();
    const [post] = shown;
    if (!post) throw new Error('Nothing is shown');
    api.on(detail(post), () => json({ ...post, text: 'Offside', edited: true }));

    changed(post, { edited: true });
    await settled();

    expect(first()).toMatchObject({ text: 'Offside', edited: true });
  });

  it('are not asked for where the post is not drawn', async () => {
    await open();
    const far = aPost();
    act(() => {
      queries.setQueryData<PostPages>(
        [...FEED_KEY, 'everyone'],
        (now) => now && { ...now, pages: [{ items: [...shown, far], next: undefined }] },
      );
    });

    changed({ ...far, commentsCount: 3 });
    await settled();

    expect(listed()[2]?.commentsCount).toBe(3);
    expect(api.sent(detail(far))).toHaveLength(0);
  });

  it('are nothing to a page that does not show the post', async () => {
    await open();
    const unknown = aPost();

    changed({ ...unknown, commentsCount: 3 });
    await settled();

    expect(listed()).toEqual(shown);
    expect(api.sent(detail(unknown))).toHaveLength(0);
  });

  it('are asked for where a like has gone that may be my own from another device', async () => {
    const [post] = (shown = [aPost({ liked: true, likesCount: 3 })]);
    if (!post) throw new Error('Nothing is shown');
    await open();
    api.on(detail(post), () => json({ ...post, liked: false, likesCount: 2 }));

    changed({ ...post, likesCount: 2 });
    await settled();

    expect(first()).toMatchObject({ liked: false, likesCount: 2 });
  });

  it('tell whoever is commenting that the post has gone', async () => {
    const toasts: string[] = [];
    const stop = onToast(
      ({ text }) => toasts.push(text),
      () => undefined,
    );
    await open();
    const [post, other] = shown;
    if (!post || !other) throw new Error('Nothing is shown');
    openCommentBox.set(post._id);

    changed(other, { deleted: true });
    expect(toasts).toEqual([]);
    changed(post, { deleted: true });
    await settled();

    expect(toasts).toEqual(['The post that you were commenting on has been deleted']);
    expect(openCommentBox.get()).toBeUndefined();
    stop();
  });

  it('take a post away that is gone, also from a page that is on its way', async () => {
    await open();
    const [post, other] = shown;
    if (!post || !other) throw new Error('Nothing is shown');
    queries.setQueryData(postKey(post._id), post);
    const slow = later(() => page(shown));
    const onItsWay = queries
      .query({ queryKey: [...FEED_KEY, 'everyone'], queryFn: slow.answer, staleTime: 0 })
      .catch(() => undefined);

    changed(post, { deleted: true });
    await settled();
    slow.arrive();
    await onItsWay;
    await settled();

    expect(listed()).toEqual([other]);
    expect(queries.getQueryData(postKey(post._id))).toBeNull();
  });

  it('says the same twice without a further question', async () => {
    await open();
    const [post] = shown;
    if (!post) throw new Error('Nothing is shown');

    changed({ ...post, likesCount: 1 });
    changed({ ...post, likesCount: 1 });
    await settled();

    expect(first()?.likesCount).toBe(1);
    expect(api.sent(detail(post))).toHaveLength(0);
  });

  it('asks for nothing after the page is left', async () => {
    const { unmount } = render(
      <ServerState of="fan">
        <Drawn scope="everyone" />
      </ServerState>,
    );
    await settled();
    const [post] = shown;
    if (!post) throw new Error('Nothing is shown');
    changed({ ...post, commentsCount: 1 });

    unmount();
    await settled();
    created(aPost());

    expect(api.sent(detail(post))).toHaveLength(0);
  });
});
