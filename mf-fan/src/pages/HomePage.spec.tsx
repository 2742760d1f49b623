import { MESSAGES, type Post } from '@kickoff/contracts';
import { aFan, aLeague, anOwnProfile, aPost, aSummary } from '@kickoff/testing';
import { failure, fakeApi, json, later, page } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { onScreen } from '../test/screens';
import HomePage from './HomePage';

const FEED = 'GET /api/pt/posts?limit=20&likes=3&comments=2';
const NEXT_PAGE = '/api/pt/posts?limit=20&likes=3&comments=2&cursor=two';
const PROFILE = 'GET /api/user/profile';
const CREATE = 'POST /api/pt/posts';
const SUGGESTIONS = 'GET /api/user/friend-suggestions?limit=5';
const FRIENDS = 'GET /api/user/connected-friends?limit=6';
const TEAMS = 'GET /api/football/teams';

const me = anOwnProfile();
const myself = { _id: me._id, username: me.username, profilePicture: '' };
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on(PROFILE, () => json(me));
  api.on(FEED, () => json([aPost()]));
  api.on(SUGGESTIONS, () => json([]));
  api.on(FRIENDS, () => json([]));
  api.on('GET /api/st/stories?limit=100', () => json([]));
  api.on('GET /api/football/latest', () => json([]));
  api.on('GET /api/football/leagues', () => json([aSummary()]));
  api.on('GET /api/football?league=premier_league', () => json(aLeague()));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <HomePage />
    </ServerState>,
  );
const posts = () => within(screen.getByRole('region', { name: 'Posts' }));
const shownTexts = () =>
  posts()
    .queryAllByRole('article')
    .map((article) => article.querySelector('p')?.textContent);
const toggle = () => screen.findByRole('button', { name: 'Post Your Content' });
const openBox = () => screen.findByRole('textbox', { name: 'Your post' });
const textBox = () => screen.getByRole('textbox', { name: 'Your post' });
const send = () => screen.getByRole('button', { name: 'Post' });
const keysOf = (call: string) =>
  api.sent(call).map(({ headers }) => headers.get('Idempotency-Key') ?? '');

describe('the feed', () => {
  it('shows each post with author, text, age and likes, in the order of the server', async () => {
    const justNow = new Date().toISOString();
    const author = { _id: 'b'.repeat(24), username: 'diego_fuentes', profilePicture: '' };
    api.on(FEED, () =>
      json([
        aPost({ text: 'Second', user: author, likesCount: 1, createdAt: justNow }),
        aPost({ text: 'First', likesCount: 1212 }),
      ]),
    );

    open();

    const newest = within(await posts().findByRole('article', { name: 'diego_fuentes' }));
    expect(newest.getByText('now')).toHaveAttribute('datetime', justNow);
    expect(newest.getByText('1 like')).toBeVisible();
    expect(posts().getByText('1,212 likes')).toBeVisible();
    expect(shownTexts()).toEqual(['Second', 'First']);
  });

  it('makes web addresses clickable without handing anything on', async () => {
    api.on(FEED, () => json([aPost({ text: 'See https://a.example/b.' })]));

    open();

    const link = await screen.findByRole('link', { name: 'https://a.example/b' });
    expect(link).toHaveAttribute('href', 'https://a.example/b');
    expect(link).toHaveAttribute('rel', 'nofollow noopener ugc');
  });

  it('goes on with the page that the server names, and says when all is read', async () => {
    api.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    api.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Show more posts' }));

    expect(await screen.findByText('You are all caught up')).toBeVisible();
    expect(shownTexts()).toEqual(['New', 'Old']);
    expect(screen.queryByRole('button', { name: 'Show more posts' })).toBeNull();
  });

  it.each([
    { where: 'by itself near its end on a desktop', isDesktop: true, loaded: ['New', 'Old'] },
    { where: 'only when asked on a phone', isDesktop: false, loaded: ['New'] },
  ])('loads more $where', async ({ isDesktop, loaded }) => {
    onScreen({ isDesktop });
    api.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    api.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));

    open();
    await posts().findByText('New');
    if (isDesktop) await screen.findByText('You are all caught up');

    expect(shownTexts()).toEqual(loaded);
  });

  it('says so when there is no post yet', async () => {
    api.on(FEED, () => json([]));

    open();

    expect(await screen.findByText('No posts yet. Yours can be the first.')).toBeVisible();
  });

  it("says 'Failed to fetch posts' and gets them with Retry", async () => {
    api.on(FEED, () => failure('It broke', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');

    api.on(FEED, () => json([aPost({ text: 'There' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('There')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what it has when the next page fails, and gets it with Retry', async () => {
    api.on(FEED, () => page([aPost({ text: 'New' })], { next: NEXT_PAGE }));
    api.on(`GET ${NEXT_PAGE}`, () => failure('It broke', 500));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more posts' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');
    expect(shownTexts()).toEqual(['New']);

    api.on(`GET ${NEXT_PAGE}`, () => json([aPost({ text: 'Old' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    await posts().findByText('Old');
    expect(shownTexts()).toEqual(['New', 'Old']);
  });
});

describe('the composer', () => {
  const published = (text: string): Post => aPost({ text, user: myself });

  beforeEach(() => {
    api.on(FEED, () => json([aPost({ text: 'Before' })]));
    api.on(CREATE, ({ field }) => json(published(field('text'))));
  });
  const write = async (text: string) => {
    if (!screen.queryByRole('textbox')) await userEvent.click(await toggle());
    fireEvent.change(await openBox(), { target: { value: text } });
  };

  it('is hidden until it is asked for, and hides again without losing the text', async () => {
    open();
    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('textbox')).toBeNull();

    await userEvent.click(await toggle());
    expect(await openBox()).toHaveFocus();
    await userEvent.keyboard('Half a thought');
    await userEvent.click(await toggle());
    expect(screen.queryByRole('textbox')).toBeNull();

    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('Half a thought');
  });

  it('puts the new post on top at once, closes and clears', async () => {
    open();
    await posts().findByText('Before');

    await write('What a goal');
    await userEvent.click(send());

    await posts().findByText('What a goal');
    expect(shownTexts()).toEqual(['What a goal', 'Before']);
    expect(api.sent(FEED)).toHaveLength(1);
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('');
  });

  it('shows a post once whose first answer got lost and which the feed already has', async () => {
    const arrived = published('Twice?');
    api.on(FEED, () => json([arrived]));
    api.on(CREATE, () => json(arrived));
    open();
    await posts().findByText('Twice?');

    await write('Twice?');
    await userEvent.click(send());

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(shownTexts()).toEqual(['Twice?']);
  });

  it.each(['', ' \n\t ', '\u200b'])('refuses %j in words, without a call', async (text) => {
    open();
    await write(text);

    await userEvent.click(send());

    expect(screen.getByRole('alert')).toHaveTextContent(MESSAGES.emptyPost);
    expect(textBox()).toHaveAccessibleDescription(MESSAGES.emptyPost);
    expect(textBox()).toHaveFocus();
    expect(api.sent(CREATE)).toEqual([]);
  });

  it('counts characters, not UTF-16 units, near the limit and refuses what is longer', async () => {
    open();
    await write('⚽'.repeat(19_000));
    expect(screen.getByText('1,000 characters left')).toBeVisible();
    await write('😀'.repeat(19_999));
    expect(screen.getByText('1 character left')).toBeVisible();
    await write('😀'.repeat(20_001));
    expect(screen.getByText('1 character too many')).toBeVisible();

    await userEvent.click(send());

    expect(screen.getByRole('alert')).toHaveTextContent('at most 20,000 characters');
    expect(api.sent(CREATE)).toEqual([]);
  });

  it('makes one post of five presses', async () => {
    const answer = later(() => json(published('Once')));
    api.on(CREATE, answer.answer);
    open();
    await write('Once');

    for (let press = 0; press < 5; press += 1) await userEvent.click(send());
    act(() => answer.arrive());

    await posts().findByText('Once');
    expect(api.sent(CREATE)).toHaveLength(1);
  });

  it('says what happened when sending fails, and keeps the text', async () => {
    api.on(CREATE, () => Promise.reject(new TypeError('Failed to fetch')));
    open();
    await write('Do not lose me');

    await userEvent.click(send());

    expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGES.networkFailure);
    expect(textBox()).toHaveValue('Do not lose me');
    expect(shownTexts()).toEqual(['Before']);
  });

  it('sends a draft under one key until it is published, and the next under another', async () => {
    api.on(CREATE, () => failure('Not now', 503));
    const { unmount } = open();
    await write('Persistent');
    await userEvent.click(send());
    await screen.findByRole('alert');
    unmount();
    open();
    await screen.findByRole('textbox');
    api.on(CREATE, () => json(published('Persistent')));
    await userEvent.click(send());
    await posts().findByText('Persistent');

    await write('Another');
    await userEvent.click(send());
    await waitFor(() => expect(api.sent(CREATE)).toHaveLength(3));

    const [first = '', second, third] = keysOf(CREATE);
    expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('offers unsent text again after the page was closed', async () => {
    const { unmount } = open();
    await write('Still here');
    unmount();

    open();

    expect(await screen.findByRole('textbox', { name: 'Your post' })).toHaveValue('Still here');
  });

  it("never shows a fan's unsent text to another", async () => {
    const { unmount } = open();
    await write('Private until sent');
    unmount();
    api.on(PROFILE, () => json(anOwnProfile({ _id: 'c'.repeat(24), username: 'elif.kaya' })));

    open();

    expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(await toggle());
    expect(await openBox()).toHaveValue('');
  });

  it('tells that an earlier version is out, and sends the changed one when pressed again', async () => {
    api.on(CREATE, () => failure('The key was used with another body', 409));
    open();
    await write('Changed after the first try');

    await userEvent.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('earlier version');
    api.on(CREATE, () => json(published('Changed after the first try')));
    await userEvent.click(send());

    await posts().findByText('Changed after the first try');
    const [first, second] = keysOf(CREATE);
    expect(second).not.toBe(first);
  });

  it('comes back with Retry when nobody could say who writes', async () => {
    api.on(PROFILE, () => failure('It broke', 500));
    open();
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();

    api.on(PROFILE, () => json(me));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await toggle()).toBeVisible();
  });
});

describe('the dashboard beside the feed', () => {
  const dashboard = () => within(screen.getByRole('complementary', { name: 'Your dashboard' }));

  it('shows favourite team and player, and the way to the leagues', async () => {
    api.on(PROFILE, () => json({ ...me, fav_team1: 'Somewhere FC', fav_player: 'Bukayo Saka' }));
    api.on(TEAMS, () => json([]));

    open();

    expect(await dashboard().findByText('Somewhere FC')).toBeVisible();
    expect(dashboard().getByText('Favorite Team')).toBeVisible();
    expect(dashboard().getByText('Bukayo Saka')).toBeVisible();
    expect(dashboard().getByRole('link', { name: 'Explore Leagues' })).toHaveAttribute(
      'href',
      '/FL',
    );
  });

  it('leads from a known team to the league of its country', async () => {
    api.on(PROFILE, () => json({ ...me, fav_team1: 'arsenal' }));
    api.on(TEAMS, () =>
      json([
        {
          id: '1',
          name: 'Arsenal',
          shortName: 'Arsenal',
          tla: 'ARS',
          leagues: ['champions_league', 'premier_league'],
          colors: ['#c8202f', '#ffffff'],
        },
      ]),
    );

    open();

    const link = await dashboard().findByRole('link', { name: 'arsenal' });
    expect(link).toHaveAttribute('href', '/premier_league');
  });

  it('asks for no team while none is chosen, and says quietly what has not been', async () => {
    open();

    expect(await screen.findAllByText('Not chosen yet')).toHaveLength(2);
    expect(api.sent(TEAMS)).toEqual([]);
  });

  it('shows the newest friends as pictures, and how many there are', async () => {
    const friend = aFan({ username: 'hana.sato', profilePicture: 'hana.webp' });
    api.on(PROFILE, () => json({ ...me, friendsCount: 1024 }));
    api.on(FRIENDS, () => json([{ ...friend, followsBack: false }]));

    open();

    const face = await dashboard().findByRole('link', { name: 'hana.sato' });
    expect(face).toHaveAttribute('href', '/user/hana.sato');
    expect(face.querySelector('img')).toHaveAttribute(
      'src',
      '/api/uploads/profile_pictures/hana.webp?w=320',
    );
    expect(await dashboard().findByText('1,024')).toBeVisible();
  });

  it("says 'Failed to fetch friends' and gets them with Retry", async () => {
    api.on(FRIENDS, () => failure('It broke', 500));
    open();
    expect(await dashboard().findByRole('alert')).toHaveTextContent('Failed to fetch friends');

    api.on(FRIENDS, () => json([]));
    await userEvent.click(dashboard().getByRole('button', { name: 'Retry' }));

    expect(await dashboard().findByText('No friends yet')).toBeVisible();
  });
});

describe('home on a narrow screen', () => {
  // The media query in question is the one of narrow screens: any media matches.
  const narrow = () => onScreen({ isDesktop: true });

  it('has the suggestions once, after the first post, and no columns', async () => {
    narrow();
    api.on(FEED, () => json([aPost({ text: 'First' }), aPost({ text: 'Second' })]));
    api.on(SUGGESTIONS, () => json([aFan({ username: 'jonas' })]));

    open();

    await screen.findByRole('button', { name: 'Follow jonas' });
    const order = screen.getByRole('region', { name: 'Posts' }).textContent;
    expect(order).toMatch(/First.*Friends suggestions.*jonas.*Second/);
    expect(screen.getAllByText('Friends suggestions')).toHaveLength(1);
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('has them in an empty feed too', async () => {
    narrow();
    api.on(FEED, () => json([]));
    api.on(SUGGESTIONS, () => json([aFan({ username: 'jonas' })]));

    open();

    expect(await screen.findByRole('button', { name: 'Follow jonas' })).toBeVisible();
  });
});
