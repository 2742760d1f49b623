import { aPost, anOwnProfile } from '@kickoff/testing';
import { addressOf, goTo, ServerState, sessionToken, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { failure, fakeApi, json, later } from '../test/fake-api';
import { heldSeconds } from '../test/held-seconds';
import OwnProfilePage from './OwnProfilePage';

const PROFILE = 'GET /api/user/profile';
const POSTS = 'GET /api/user/fposts?limit=20&likes=3&comments=2';
const LOGOUT = 'POST /api/auth/logout';

const me = anOwnProfile({
  fav_team1: 'Arsenal',
  fav_player: 'Bukayo Saka',
  friends: [{ _id: 'b'.repeat(24), username: 'priya_raman' }],
  friendsCount: 24,
  postsCount: 1,
});
const mine = aPost({
  text: 'Derby day',
  user: { _id: me._id, username: me.username, profilePicture: '' },
});
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(POSTS, () => json([mine]));
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

describe('the own profile', () => {
  it("says 'Loading...' until it is there", async () => {
    const profile = later(() => json(me));
    api.on(PROFILE, profile.answer);
    open();
    const sheet = within(screen.getByRole('region', { name: 'Profile' }));
    expect(sheet.getByText('Loading...')).toBeVisible();

    profile.arrive();

    await screen.findByRole('heading', { level: 1, name: me.username });
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it('shows contact data, favourites, counts and friends', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: me.username });

    const sheet = within(screen.getByRole('region', { name: 'Profile' }));
    const valueOf = (term: string) => sheet.getByText(term).nextElementSibling;
    expect(sheet.getByText(me.email)).toBeVisible();
    expect(sheet.getByText(me.phone)).toBeVisible();
    expect(valueOf('Favorite Team')).toHaveTextContent('Arsenal');
    expect(valueOf('Favorite Player')).toHaveTextContent('Bukayo Saka');
    expect(valueOf('Friends')).toHaveTextContent('24');
    expect(valueOf('Posts')).toHaveTextContent('1');
    const friends = screen.getByRole('complementary', { name: 'Connected Friends' });
    expect(within(friends).getByText('priya_raman')).toBeVisible();
  });

  it('opens the picture large and closes it on a click', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show profile picture' }));
    const picture = screen.getByRole('dialog', { name: 'Profile picture' });

    await userEvent.click(within(picture).getByText(me.username));

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("says 'Failed to fetch user data' and gets it with Retry", async () => {
    api.on(PROFILE, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');

    api.on(PROFILE, () => json(me));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('heading', { level: 1, name: me.username })).toBeVisible();
  });

  it('lets each own post be deleted, and counts anew', async () => {
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

  it('ends the session for this device and for the server with Logout', async () => {
    api.on(LOGOUT, () => new Response(null, { status: 204 }));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));

    expect(sessionToken('fan')).toBeNull();
    const [call] = api.sent(LOGOUT);
    expect(call?.headers.get('Authorization')).toBe('Bearer token');
    expect(location.pathname).toBe('/');
  });
});
