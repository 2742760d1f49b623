import { aFan, anOwnProfile, aPost } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import {
  addressOf,
  goTo,
  installPages,
  ServerState,
  sessionToken,
  startSession,
} from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { heldSeconds } from '../test/held-seconds';
import { onScreen } from '../test/screens';
import { collectedToasts } from '../test/toasts';
import OwnProfilePage from './OwnProfilePage';

const PROFILE = 'GET /api/user/profile';
const POSTS = 'GET /api/user/fposts?limit=20&likes=3&comments=2';
const FRIENDS = '/api/user/connected-friends?limit=12';
const LOGOUT = 'POST /api/auth/logout';

const me = anOwnProfile({
  fav_team1: 'Somewhere FC',
  fav_player: 'Bukayo Saka',
  friendsCount: 24,
  followersCount: 7,
  postsCount: 1,
});
const mine = aPost({
  text: 'Derby day',
  user: { _id: me._id, username: me.username, profilePicture: '' },
});
const priya = { ...aFan({ username: 'priya_raman' }), followsBack: true };
const UNFOLLOW = `DELETE /api/user/follow/${priya._id}`;
const toasts = collectedToasts();
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  installPages([
    {
      name: 'fan',
      pages: { OwnProfile: { paths: ['/profile'], audience: 'fan', title: 'Profile' } },
    },
  ]);
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(POSTS, () => json([mine]));
  api.on(`GET ${FRIENDS}`, () => json([priya]));
  api.on('GET /api/football/teams', () => json([]));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <OwnProfilePage />
    </ServerState>,
  );

async function openLoaded(): Promise<void> {
  open();
  await screen.findByRole('heading', { level: 1, name: me.username });
}

describe('OwnProfilePage', () => {
  it("shows nothing but 'Loading...' until the profile has loaded", async () => {
    const profile = later(() => json(me));
    api.on(PROFILE, profile.answer);
    open();
    const sheet = within(screen.getByRole('region', { name: 'Profile' }));
    expect(sheet.getByText('Loading...')).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();

    profile.arrive();

    await screen.findByRole('heading', { level: 1, name: me.username });
    expect(screen.getAllByRole('heading', { level: 2 })).not.toEqual([]);
    const loaded = within(screen.getByRole('region', { name: 'Profile' }));
    expect(loaded.queryByText('Loading...')).toBeNull();
  });

  it('shows contact data, favourites, counts and friends', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: me.username });

    const sheet = within(screen.getByRole('region', { name: 'Profile' }));
    const valueOf = (term: string) => sheet.getByText(term).nextElementSibling;
    expect(sheet.getByText(me.email)).toBeVisible();
    expect(sheet.getByText(me.phone)).toBeVisible();
    expect(valueOf('Favorite Team')).toHaveTextContent('Somewhere FC');
    expect(valueOf('Favorite Player')).toHaveTextContent('Bukayo Saka');
    expect(valueOf('Friends')).toHaveTextContent('24');
    expect(valueOf('Posts')).toHaveTextContent('1');
    expect(valueOf('Followers')).toHaveTextContent('7');
    expect(sheet.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  });

  it('links the counts to their lists', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: me.username });

    expect(screen.getByRole('link', { name: '24 friends' })).toHaveAttribute(
      'href',
      `#${screen.getByRole('heading', { name: 'Connected Friends' }).id}`,
    );
    expect(screen.getByRole('link', { name: '1 post' })).toHaveAttribute(
      'href',
      `#${screen.getByRole('heading', { name: 'Your posts' }).id}`,
    );
    expect(screen.queryByRole('link', { name: /followers/ })).toBeNull();
  });

  it('opens the profile form from its header, and closes it', async () => {
    goTo(addressOf('OwnProfile'));
    open();
    const edit = await screen.findByRole('link', { name: 'Edit profile' });

    await userEvent.click(edit);

    expect(await screen.findByLabelText('Username')).toHaveValue(me.username);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(edit).toHaveFocus();
  });

  it('does not come back when the profile is saved after the fan has left it', async () => {
    const late = later(() => json({ user: me }));
    api.on('POST /api/user/update-profile', late.answer);
    goTo('/profile?edit=1');
    const { unmount } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
    unmount();
    goTo('/home');

    late.arrive();

    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(location.pathname).toBe('/home');
  });

  it('opens the picture large and closes it on a click', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show profile picture' }));
    const picture = screen.getByRole('dialog', { name: 'Profile picture' });

    await userEvent.click(within(picture).getByText(me.username));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("shows 'Failed to fetch user data', and loads on Retry", async () => {
    api.on(PROFILE, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    api.on(PROFILE, () => json(me));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('heading', { level: 1, name: me.username })).toBeVisible();
  });

  it('deletes an own post and updates the count', async () => {
    api.on(`DELETE /api/user/posts/${mine._id}`, () => json({ message: 'Post deleted' }));
    const clock = heldSeconds();
    goTo(addressOf('OwnProfile'));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Post' }));
    api.on(PROFILE, () => json({ ...me, postsCount: 0 }));

    act(() => clock.pass(5));

    expect(await screen.findByText('You have not written a post yet.')).toBeVisible();
    await waitFor(() => {
      const heading = screen.getByRole('heading', { name: 'Your posts' });
      expect(heading.nextElementSibling).toHaveTextContent('0');
    });
  });

  it('shows the button of the profile form on wide screens', async () => {
    onScreen({ isDesktop: true });

    open();

    expect(await screen.findByRole('button', { name: 'Update Your Information' })).toBeVisible();
  });

  it('ends the session on this device and the server with Logout', async () => {
    api.on(LOGOUT, () => new Response(null, { status: 204 }));
    onScreen({ isDesktop: true });
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));

    expect(sessionToken('fan')).toBeNull();
    const [call] = api.sent(LOGOUT);
    expect(call?.headers.get('Authorization')).toBe('Bearer token');
    expect(location.pathname).toBe('/');
  });
});

describe('Connected friends', () => {
  const friends = () => within(screen.getByRole('complementary', { name: 'Connected Friends' }));

  it('marks fans who follow back, and links to each', async () => {
    api.on(`GET ${FRIENDS}`, () =>
      json([priya, { ...aFan({ username: 'tom' }), followsBack: false }]),
    );
    await openLoaded();

    const link = await friends().findByRole('link', { name: 'priya_raman' });

    expect(link).toHaveAttribute('href', '/user/priya_raman');
    expect(friends().getAllByText('Follows you')).toHaveLength(1);
  });

  it('shows three friends, all of them on request', async () => {
    const names = ['priya_raman', 'tom', 'elif', 'niklas'];
    api.on(`GET ${FRIENDS}`, () =>
      json(names.map((username) => ({ ...aFan({ username }), followsBack: false }))),
    );
    await openLoaded();
    const shown = () =>
      friends()
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
        .filter(Boolean);
    await friends().findByRole('link', { name: 'priya_raman' });
    expect(shown()).toEqual(names.slice(0, 3));

    await userEvent.click(friends().getByRole('button', { name: 'Show all friends' }));
    expect(shown()).toEqual(names);

    await userEvent.click(friends().getByRole('button', { name: 'Show fewer friends' }));
    expect(shown()).toEqual(names.slice(0, 3));
    expect(friends().getByRole('button', { name: 'Show all friends' })).toHaveFocus();
  });

  it('loads the next page', async () => {
    const next = `${FRIENDS}&cursor=two`;
    api.on(`GET ${FRIENDS}`, () => page([priya], { next }));
    api.on(`GET ${next}`, () => json([{ ...aFan({ username: 'tom' }), followsBack: false }]));
    await openLoaded();
    await friends().findByText('priya_raman');
    await userEvent.click(friends().getByRole('button', { name: 'Show all friends' }));

    await userEvent.click(screen.getByRole('button', { name: 'Show more friends' }));

    expect(await friends().findByText('tom')).toBeVisible();
    expect(friends().getByText('priya_raman')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more friends' })).toBeNull();
  });

  it('removes an unfollowed fan and updates the count', async () => {
    api.on(UNFOLLOW, () => new Response(null, { status: 204 }));
    await openLoaded();
    const unfollow = await friends().findByRole('button', { name: 'Unfollow priya_raman' });
    api.on(`GET ${FRIENDS}`, () => json([]));
    api.on(PROFILE, () => json({ ...me, friendsCount: 23 }));

    await userEvent.click(unfollow);

    expect(await friends().findByText('No friends yet')).toBeVisible();
    expect(await screen.findByText('23')).toBeVisible();
    expect(screen.getByRole('complementary', { name: 'Connected Friends' })).toHaveFocus();
  });

  it('shows the reason and the fan when unfollowing fails', async () => {
    api.on(UNFOLLOW, () => failure('Please try again later', 503));
    await openLoaded();

    await userEvent.click(await friends().findByRole('button', { name: 'Unfollow priya_raman' }));

    expect(await friends().findByRole('alert')).toHaveTextContent('Please try again later');
    expect(friends().getByText('priya_raman')).toBeVisible();
  });

  it("shows 'Failed to fetch friends', and loads on Retry", async () => {
    api.on(`GET ${FRIENDS}`, () => failure('It broke', 500));
    await openLoaded();
    expect(await friends().findByRole('alert')).toHaveTextContent('Failed to fetch friends');

    api.on(`GET ${FRIENDS}`, () => json([priya]));
    await userEvent.click(friends().getByRole('button', { name: 'Retry' }));

    expect(await friends().findByText('priya_raman')).toBeVisible();
  });
});
