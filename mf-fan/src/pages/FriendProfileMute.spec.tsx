import type { Post } from '@kickoff/contracts';
import { aFriendProfile, anOwnProfile, aPost } from '@kickoff/testing';
import { fakeApi, json, later } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import {
  replaceAddress,
  ServerState,
  startSession,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { feedOf } from '../features/posts/api/feed-posts';
import { POST_LISTS_KEY, usePostPages } from '../features/posts/api/post-pages';
import FriendProfilePage from './FriendProfilePage';

const KWAME = 'GET /api/user/friend-profile/kwame.asante';
const POSTS = 'GET /api/pt/posts?author=kwame.asante&limit=20&likes=3&comments=2';
const FEED = 'GET /api/pt/posts?limit=20&likes=3&comments=2';

const kwame = aFriendProfile({ postsCount: 1 });
const byKwame = (text: string): Post =>
  aPost({ text, user: { _id: kwame._id, username: kwame.username, profilePicture: '' } });
const MUTE = `/api/user/mute/${kwame._id}`;
const done = () => new Response(null, { status: 204 });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  fakeLive();
  replaceAddress('/user/kwame.asante');
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(anOwnProfile()));
  api.on('GET /api/football/teams', () => json([]));
  api.on(KWAME, () => json(kwame));
  api.on(POSTS, () => json([byKwame('From the away end')]));
  api.on(`POST ${MUTE}`, done);
  api.on(`DELETE ${MUTE}`, done);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <FriendProfilePage params={{ username: 'kwame.asante' }} />
    </ServerState>,
  );
const sheet = () => screen.findByRole('region', { name: 'Profile of kwame.asante' });
const choose = async (item: string) => {
  const name = 'More about kwame.asante';
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(within(screen.getByRole('menu', { name })).getByText(item));
};

describe('FriendProfilePage of a muted fan', () => {
  it('shows the effect of a mute until it is undone', async () => {
    open();
    await sheet();
    api.on(KWAME, () => json({ ...kwame, muted: true }));

    await choose('Mute');
    expect(await screen.findByText(/You have muted kwame.asante/)).toBeVisible();
    expect(screen.getByText('From the away end')).toBeVisible();
    api.on(KWAME, () => json(kwame));
    await choose('Unmute');

    await waitFor(() => expect(screen.queryByText(/You have muted/)).toBeNull());
  });

  it('loads the posts of a fan who is muted while they load', async () => {
    const posts = later(() => json([byKwame('From the away end')]));
    api.on(POSTS, posts.answer);
    open();
    await sheet();
    api.on(KWAME, () => json({ ...kwame, muted: true }));

    await choose('Mute');
    expect(await screen.findByText(/You have muted kwame.asante/)).toBeVisible();
    posts.arrive();

    expect(await screen.findByText('From the away end')).toBeVisible();
  });

  it('refetches a list that was out of date before a mute', async () => {
    api.on(FEED, () => json([byKwame('Kwame in the feed')]));
    let queries: QueryClient | undefined;
    function Elsewhere({ isShown }: { isShown: boolean }) {
      queries = useQueryClient();
      return isShown ? <Feed /> : null;
    }
    const Feed = () => (
      <ul aria-label="Feed">
        {usePostPages(feedOf('everyone')).data?.pages.flatMap(({ items }) =>
          items.map(({ _id, text }) => <li key={_id}>{text}</li>),
        )}
      </ul>
    );
    const page = (isShown: boolean) => (
      <ServerState of="fan">
        <Elsewhere isShown={isShown} />
        <FriendProfilePage params={{ username: 'kwame.asante' }} />
      </ServerState>
    );
    const { rerender } = render(page(true));
    await screen.findByText('Kwame in the feed');
    rerender(page(false));
    await queries?.invalidateQueries({ queryKey: POST_LISTS_KEY });
    api.on(FEED, () => json([aPost({ text: 'Published meanwhile' })]));
    api.on(KWAME, () => json({ ...kwame, muted: true }));
    await choose('Mute');
    await screen.findByText(/You have muted kwame.asante/);

    rerender(page(true));

    expect(await screen.findByText('Published meanwhile')).toBeVisible();
  });
});
