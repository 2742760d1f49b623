import type { FoundFan, LeagueSummary, SearchResults, Team } from '@kickoff/contracts';
import { aPost } from '@kickoff/testing';
import { failure, fakeApi, json, page } from '@kickoff/testing/fake-api';
import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { button, press } from '../test/buttons';
import { hana, kwame, me } from '../test/fans';
import SearchPage from './SearchPage';

const GROUPS = (q: string) => `GET /api/search?q=${q}`;
const LIST = (q: string, type: string) => `${GROUPS(q)}&type=${type}&limit=20`;

const arsenal: Team = {
  id: 'arsenal',
  name: 'Arsenal',
  shortName: 'Arsenal',
  tla: 'ARS',
  colors: ['#c8102e', '#ffffff'],
  leagues: ['champions_league', 'premier_league'],
};
const premier: LeagueSummary = {
  league: 'premier_league',
  name: 'Premier League',
  country: 'England',
  season: '2026/27',
  source: 'demo',
  updatedAt: '2026-11-21T12:00:00.000Z',
  stale: false,
  live: 0,
  today: 0,
};
const aFan = (fan: typeof hana, following = false): FoundFan => ({ ...fan, following });
const found = (results: Partial<SearchResults> = {}) =>
  json({ fans: [], teams: [], leagues: [], posts: [], ...results });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(me));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('SearchPage', () => {
  const open = (query: string) => {
    replaceAddress(`/search${query}`);
    return render(
      <ServerState of="fan">
        <SearchPage />
      </ServerState>,
    );
  };
  const box = () => screen.getByRole('searchbox', { name: /^Search fans/ });
  const group = async (name: string) => within(await screen.findByRole('region', { name }));

  it('cuts a text of the address that is longer than a search may be', async () => {
    const text = '🏆'.repeat(64);
    api.on(GROUPS(encodeURIComponent(text)), () => found({ teams: [arsenal] }));

    open(`?q=${encodeURIComponent(`${text}🏆`)}`);

    expect((await group('Teams')).getByRole('link', { name: /^Arsenal/ })).toBeVisible();
  });

  it('groups results with a link to each', async () => {
    const post = aPost({ text: 'Arsenal, what a goal' });
    const fans = [aFan(hana, true), aFan(kwame), aFan({ ...hana, _id: me._id })];
    api.on(GROUPS('ars'), () =>
      found({ fans, teams: [arsenal], leagues: [premier], posts: [post] }),
    );
    open('?q=ars');

    const shown = await group('Fans');
    expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'hana.sato Following',
      'kwame.asante',
      'hana.sato You',
    ]);
    expect(shown.getByRole('link', { name: 'kwame.asante' })).toHaveAttribute(
      'href',
      '/profile/kwame.asante',
    );
    expect((await group('Teams')).getByRole('link', { name: /Arsenal/ })).toHaveAttribute(
      'href',
      '/premier_league?team=Arsenal',
    );
    expect((await group('Leagues')).getByRole('link', { name: /Premier League/ })).toHaveAttribute(
      'href',
      '/premier_league',
    );
    expect((await group('Posts')).getByText('Arsenal, what a goal')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('6 results for ars');
  });

  it('shows all results of one kind on request, page by page', async () => {
    const five = ['1', '2', '3', '4', '5'].map((id) => aFan({ ...kwame, _id: id.repeat(24) }));
    const next = '/api/search?q=kw&type=fans&cursor=two';
    api.on(GROUPS('kw'), () => found({ fans: five, teams: [arsenal] }));
    api.on(LIST('kw', 'fans'), () => page(five, { next }));
    api.on(`GET ${next}`, () => page([aFan(hana)]));
    open('?q=kw');
    await group('Fans');
    expect(screen.queryByRole('button', { name: 'Show all teams' })).toBeNull();

    await press('Show all fans');
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));

    expect(await screen.findByRole('link', { name: 'hana.sato' })).toBeVisible();
    expect(window.location.search).toBe('?q=kw&type=fans');
    expect(button('Fans')).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows an empty state for a search of posts only', async () => {
    api.on(LIST('offside', 'posts'), () => page([]));
    open('?q=offside&type=posts');

    expect(await screen.findByText('No posts found.')).toBeVisible();
  });

  it('searches while typing and immediately on Enter', async () => {
    api.on(GROUPS('kwame'), () => found({ fans: [aFan(kwame)] }));
    open('');
    expect(screen.getByText('Type at least two characters to search.')).toBeVisible();

    await userEvent.type(box(), 'kwame ');
    expect(await screen.findByRole('link', { name: 'kwame.asante' })).toBeVisible();
    expect(box()).toHaveValue('kwame ');
    expect(box()).toHaveFocus();

    api.on(GROUPS('hana'), () => found({ fans: [aFan(hana)] }));
    await userEvent.clear(box());
    await userEvent.type(box(), 'hana{Enter}');

    expect(window.location.search).toBe('?q=hana');
    expect(await screen.findByRole('link', { name: 'hana.sato' })).toBeVisible();
  });

  it('moves between box and results by the arrow keys', async () => {
    api.on(GROUPS('an'), () => found({ fans: [aFan(hana), aFan(kwame)] }));
    open('?q=an');
    await group('Fans');
    box().focus();

    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: 'kwame.asante' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');

    expect(box()).toHaveFocus();
  });

  it('explains the operators and shows an empty state', async () => {
    api.on(GROUPS('from%3Ahana%20has%3Aimage'), () => found());
    open('?q=from:hana+has:image');

    const none = 'Nothing found for “from:hana has:image”.';
    expect(await screen.findByText(none, { selector: '.ko-empty *' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(none);
    expect(box()).toHaveAccessibleDescription(
      /from:"full name", has:image, has:video, "exact words"/,
    );
  });

  it('announces what a second search finds, and names the tab by its text', async () => {
    api.on(GROUPS('kw'), () => found({ fans: [aFan(kwame)] }));
    open('?q=xyz');
    api.on(GROUPS('xyz'), () => found());
    const [status] = screen.getAllByRole('status');
    await waitFor(() => expect(status).toHaveTextContent('Nothing found for “xyz”.'));
    expect(document.title).toBe('xyz · Search · KickOff');

    act(() => replaceAddress('/search?q=kw'));
    await waitFor(() => expect(status).toHaveTextContent('1 result for kw'));
    act(() => replaceAddress('/search'));

    await waitFor(() => expect(document.title).toBe('Search · KickOff'));
  });

  it('searches again on Retry after a failure', async () => {
    api.on(GROUPS('kw'), () => failure('It broke', 500));
    open('?q=kw');
    expect(await screen.findByText('The search did not work.')).toBeVisible();
    api.on(GROUPS('kw'), () => found({ fans: [aFan(kwame)] }));

    await press('Retry');

    expect(await screen.findByRole('link', { name: 'kwame.asante' })).toBeVisible();
  });

  it('updates a found post that is liked', async () => {
    const post = aPost({ text: 'Goal' });
    api.on(GROUPS('goal'), () => found({ posts: [post] }));
    api.on(`POST /api/pt/posts/${post._id}/like`, () =>
      json({ ...post, liked: true, likesCount: 1 }),
    );
    open('?q=goal');
    await group('Posts');

    await press('Like');

    await waitFor(() => expect(button('Like')).toHaveAttribute('aria-pressed', 'true'));
    expect(button('1 like')).toBeVisible();
  });
});
