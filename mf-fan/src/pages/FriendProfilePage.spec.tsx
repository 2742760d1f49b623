import type { FriendProfile, Post } from '@kickoff/contracts';
import { aFan, aFriendProfile, anOwnProfile, aPost } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { FriendSuggestions } from '../features/friends/FriendSuggestions';
import { feedOf } from '../features/posts/api/feed-posts';
import { foundKey } from '../features/posts/api/found-posts';
import { POST_LISTS_KEY, usePostPages } from '../features/posts/api/post-pages';
import { FOUND_KEY } from '../features/search/api/useFound';
import { FoundList } from '../features/search/FoundList';
import { SearchGroups } from '../features/search/SearchGroups';
import FriendProfilePage from './FriendProfilePage';

const KWAME = 'GET /api/user/friend-profile/kwame.asante';
const POSTS = 'GET /api/pt/posts?author=kwame.asante&limit=20&likes=3&comments=2';
const FEED = 'GET /api/pt/posts?limit=20&likes=3&comments=2';
const SUGGESTIONS = 'GET /api/user/friend-suggestions?limit=4';
const BLOCKED = 'GET /api/user/blocked?limit=100';

const me = anOwnProfile();
const kwame = aFriendProfile({ followersCount: 4, postsCount: 1 });
const byKwame = (text: string): Post =>
  aPost({ text, user: { _id: kwame._id, username: kwame.username, profilePicture: '' } });
const FOLLOW = `POST /api/user/follow/${kwame._id}`;
const MUTE = `/api/user/mute/${kwame._id}`;
const BLOCK = `/api/user/block/${kwame._id}`;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  fakeLive();
  replaceAddress('/user/kwame.asante');
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
  api.on('GET /api/football/teams', () => json([]));
  api.on(KWAME, () => json(kwame));
  api.on(POSTS, () => json([byKwame('From the away end')]));
  api.on(BLOCKED, () => json([]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (username = 'kwame.asante') =>
  render(
    <ServerState of="fan">
      <FriendProfilePage params={{ username }} />
    </ServerState>,
  );
const sheet = async () =>
  within(await screen.findByRole('region', { name: 'Profile of kwame.asante' }));
const choose = async (item: string) => {
  const name = 'More about kwame.asante';
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(within(screen.getByRole('menu', { name })).getByText(item));
};

describe('FriendProfilePage', () => {
  it("shows 'Loading...' until the profile has loaded", async () => {
    const profile = later(() => json(kwame));
    api.on(KWAME, profile.answer);
    open();
    expect(screen.getByText('Loading...')).toBeVisible();

    profile.arrive();

    expect((await sheet()).queryByText('Loading...')).toBeNull();
  });

  it('shows contact data, favourites, counts and posts', async () => {
    const known: FriendProfile = { ...kwame, fav_team1: 'Accra Lions', fav_player: 'Michael E.' };
    api.on(KWAME, () => json(known));
    open();

    const shown = await sheet();
    expect(shown.getByText('kwame@fans.example')).toBeVisible();
    expect(shown.getByText('+44 20 7946 0155')).toBeVisible();
    expect(shown.getByText('Accra Lions')).toBeVisible();
    expect(shown.getByText('Michael E.')).toBeVisible();
    expect(shown.getByText('Followers').nextElementSibling).toHaveTextContent('4');
    expect(await screen.findByText('From the away end')).toBeVisible();
  });

  it('omits hidden contact data', async () => {
    const { email, phone, ...hidden } = kwame;
    api.on(KWAME, () => json(hidden));
    open();

    const shown = await sheet();
    expect(shown.queryByText(email ?? '')).toBeNull();
    expect(shown.queryByText(phone ?? '')).toBeNull();
  });

  it('opens the picture large and closes it on a click', async () => {
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Show picture of kwame.asante' }),
    );
    const picture = screen.getByRole('dialog', { name: 'Picture of kwame.asante' });

    await userEvent.click(within(picture).getByText('kwame.asante'));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("redirects the reader's own name to the own profile", async () => {
    api.on(`GET /api/user/friend-profile/${me.username.toUpperCase()}`, () => failure('Gone', 404));

    open(me.username.toUpperCase());

    await waitFor(() => expect(location.pathname).toBe('/profile'));
  });

  it('shows the same for a fan who does not exist as for one who has blocked the reader', async () => {
    api.on(KWAME, () => failure('This fan was not found', 404));
    open();

    expect(await screen.findByText('This profile is not available')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
  });

  it('offers a retry when it cannot find out whether the reader has blocked the fan', async () => {
    api.on(KWAME, () => failure('This fan was not found', 404));
    api.on(BLOCKED, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');
    expect(screen.queryByText('This profile is not available')).toBeNull();

    api.on(BLOCKED, () => json([kwame]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('You have blocked kwame.asante')).toBeVisible();
  });

  it("shows 'Failed to fetch user data', and loads on Retry", async () => {
    api.on(KWAME, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    api.on(KWAME, () => json(kwame));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'kwame.asante' })).toBeVisible();
  });
});

describe('Following from a profile', () => {
  it('is shown before the response', async () => {
    const answer = later(() => json({ success: true }));
    api.on(FOLLOW, answer.answer);
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Follow kwame.asante' }));

    const button = await screen.findByRole('button', { name: 'Following kwame.asante, unfollow' });
    expect(button).toHaveTextContent('Following');
    expect((await sheet()).getByText('Followers').nextElementSibling).toHaveTextContent('5');
    api.on(KWAME, () => json({ ...kwame, following: true, followersCount: 5 }));
    answer.arrive();
    await waitFor(() => expect(api.sent(KWAME)).toHaveLength(2));
  });

  it('is reverted with the reason on failure', async () => {
    api.on(FOLLOW, () => failure('Please try again later', 503));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Follow kwame.asante' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later');
    expect(screen.getByRole('button', { name: 'Follow kwame.asante' })).toBeVisible();
    expect((await sheet()).getByText('Followers').nextElementSibling).toHaveTextContent('4');
  });

  it('ends with the last choice when clicked again in flight', async () => {
    const unfollow = `DELETE /api/user/follow/${kwame._id}`;
    const answer = later(() => json({ success: true }));
    api.on(FOLLOW, answer.answer);
    api.on(unfollow, () => new Response(null, { status: 204 }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Follow kwame.asante' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Following/ }));
    expect(api.sent(unfollow)).toEqual([]);

    act(() => answer.arrive());

    await waitFor(() => expect(api.sent(unfollow)).toHaveLength(1));
    expect(api.sent(FOLLOW)).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Follow kwame.asante' })).toBeVisible();
  });

  it('is ended by a second click', async () => {
    const unfollow = `DELETE /api/user/follow/${kwame._id}`;
    api.on(KWAME, () => json({ ...kwame, following: true }));
    api.on(unfollow, () => new Response(null, { status: 204 }));
    open();
    const button = await screen.findByRole('button', { name: /^Following/ });
    api.on(KWAME, () => json(kwame));

    await userEvent.click(button);

    expect(await screen.findByRole('button', { name: 'Follow kwame.asante' })).toBeVisible();
    await waitFor(() => expect(api.sent(unfollow)).toHaveLength(1));
  });
});

describe('Muting and blocking from a profile', () => {
  it('blocks only after explaining the effect', async () => {
    open();

    await choose('Block');

    const question = within(
      await screen.findByRole('alertdialog', { name: 'Block kwame.asante?' }),
    );
    expect(question.getByText(/Neither of you will see the other/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(api.sent(`POST ${BLOCK}`)).toEqual([]);
  });

  it('offers to unblock in place of the profile, also after a reload', async () => {
    api.on(`POST ${BLOCK}`, () => new Response(null, { status: 204 }));
    api.on(`DELETE ${BLOCK}`, () => new Response(null, { status: 204 }));
    open();
    await choose('Block');
    api.on(KWAME, () => failure('This fan was not found', 404));
    api.on(BLOCKED, () => json([kwame]));

    await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
    expect(await screen.findByText('You have blocked kwame.asante')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    api.on(KWAME, () => json(kwame));
    api.on(BLOCKED, () => json([]));
    await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));

    expect(await screen.findByRole('button', { name: 'Follow kwame.asante' })).toBeVisible();
  });

  it('offers to unblock a fan on a later page of the blocked fans', async () => {
    const next = '/api/user/blocked?limit=100&cursor=2';
    api.on(KWAME, () => failure('This fan was not found', 404));
    api.on(BLOCKED, () => page([aFan({ username: 'hana.sato' })], { next }));
    api.on(`GET ${next}`, () => json([kwame]));

    open();

    expect(await screen.findByText('You have blocked kwame.asante')).toBeVisible();
  });

  it('removes a blocked fan from all lists at once', async () => {
    const other = aFan({ username: 'hana.sato' });
    const kwameHere = { _id: kwame._id, username: kwame.username, profilePicture: '' };
    const comment = { createdAt: '2026-11-21T17:40:00.000Z' };
    api.on(`POST ${BLOCK}`, () => new Response(null, { status: 204 }));
    api.on(SUGGESTIONS, () => json([kwameHere, other]));
    api.on(FEED, () =>
      json([
        byKwame('Kwame in the feed'),
        aPost({
          text: 'Somebody else',
          comments: [
            { ...comment, _id: '1', user: kwameHere, text: 'Kwame comments' },
            { ...comment, _id: '2', user: other, text: 'Hana comments' },
          ],
        }),
      ]),
    );
    function Elsewhere() {
      const posts = usePostPages(feedOf('everyone')).data?.pages.flatMap(({ items }) => items);
      return (
        <>
          <FriendSuggestions as="column" />
          <ul aria-label="Feed">
            {posts?.map(({ _id, text, comments }) => (
              <li key={_id}>{[text, ...comments.map((one) => one.text)].join(', ')}</li>
            ))}
          </ul>
        </>
      );
    }
    render(
      <ServerState of="fan">
        <Elsewhere />
        <FriendProfilePage params={{ username: 'kwame.asante' }} />
      </ServerState>,
    );
    const feed = () => screen.getByRole('list', { name: 'Feed' });
    await waitFor(() => expect(feed()).toHaveTextContent('Kwame in the feed'));
    await choose('Block');
    api.on(SUGGESTIONS, () => json([other]));
    api.on(KWAME, () => failure('This fan was not found', 404));

    await userEvent.click(await screen.findByRole('button', { name: 'Block' }));

    await waitFor(() => expect(feed()).toHaveTextContent(/^Somebody else, Hana comments$/));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Follow kwame.asante' })).toBeNull(),
    );
    expect(api.sent(FEED)).toHaveLength(1);
  });

  it('removes a blocked fan from search results at once', async () => {
    const found = [kwame, aFan({ username: 'hana.sato' })];
    const fans = found.map(({ _id, username }) => ({
      ...aFan({ _id, username }),
      following: false,
    }));
    const groups = { fans, teams: [], leagues: [], posts: [byKwame('Found')] };
    api.on(`POST ${BLOCK}`, () => new Response(null, { status: 204 }));
    api.on('GET /api/search?q=an', () => json(groups));
    api.on('GET /api/search?q=an&type=fans&limit=20', () => json(fans));
    render(
      <ServerState of="fan">
        <aside>
          <SearchGroups
            text="an"
            postsKey={foundKey('an')}
            readerId={me._id}
            onType={() => undefined}
            renderPosts={(posts) => posts.map(({ _id, text }) => <p key={_id}>{text}</p>)}
          />
          <FoundList type="fans" text="an" readerId={me._id} />
        </aside>
        <FriendProfilePage params={{ username: 'kwame.asante' }} />
      </ServerState>,
    );
    const results = within(screen.getByRole('complementary'));
    await waitFor(() =>
      expect(results.getAllByRole('link', { name: 'kwame.asante' })).toHaveLength(2),
    );
    await choose('Block');
    // The list shows its change before a refetch confirms it.
    api.on('GET /api/search?q=an&type=fans&limit=20', later(() => json([])).answer);
    api.on(KWAME, () => failure('This fan was not found', 404));

    await userEvent.click(await screen.findByRole('button', { name: 'Block' }));

    await waitFor(() => expect(results.queryByRole('link', { name: 'kwame.asante' })).toBeNull());
    expect(results.getAllByRole('link', { name: 'hana.sato' })).toHaveLength(2);
    expect(results.queryByText('Found')).toBeNull();
  });

  it('broadcasts an invalidation of posts and search results to other tabs', async () => {
    const received: unknown[] = [];
    const otherTab = new BroadcastChannel('kickoff-stale-fan');
    otherTab.addEventListener('message', ({ data }) => received.push(data));
    api.on(`POST ${MUTE}`, () => new Response(null, { status: 204 }));
    open();
    await sheet();

    await choose('Mute');

    await waitFor(() => expect(received.flat()).toContainEqual(POST_LISTS_KEY));
    await waitFor(() => expect(received.flat()).toContainEqual(FOUND_KEY));
    otherTab.close();
  });

  it('opens the report dialog of the fan', async () => {
    open();

    await choose('Report');

    expect(await screen.findByRole('dialog')).toHaveAccessibleName(/kwame.asante/);
  });
});
