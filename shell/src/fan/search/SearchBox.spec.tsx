import type { SearchResults } from '@kickoff/contracts';
import { aFan, aPost, aSummary, aTeam } from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { goTo, replaceAddress, ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { installLive } from '../../test/remote-list';
import { SearchBox } from './SearchBox';
import SearchSheet from './SearchSheet';

const search = (q: string) => `GET /api/search?q=${q}`;
const fan = (username: string, following = false) => ({ ...aFan({ username }), following });
const results = (found: Partial<SearchResults> = {}) =>
  json({ fans: [], teams: [], leagues: [], posts: [], ...found });
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.localStorage.clear();
  replaceAddress('/home');
  startSession('fan', 'token');
  api = fakeApi();
  api.on(search('ma'), () => results({ fans: [fan('marta.okafor'), fan('mateo quiroga', true)] }));
  api.on(search('mat'), () => results({ fans: [fan('mateo quiroga', true)] }));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = () =>
  render(
    <ServerState of="fan">
      <SearchBox />
    </ServerState>,
  );
const box = () => screen.getByRole('combobox', { name: 'Search' });
/** The requests that were not aborted. */
const asked = () =>
  jest
    .mocked(globalThis.fetch)
    .mock.calls.flatMap(([path, request]) => (request?.signal?.aborted ? [] : [path]));
const list = () => screen.findByRole('listbox', { name: 'Results' });
const option = (name: RegExp) => screen.findByRole('option', { name });
const group = (name: string) => within(screen.getByRole('group', { name }));

describe('SearchBox', () => {
  it('makes no request for one character', async () => {
    const user = userEvent.setup({ delay: null });
    open();

    await user.type(box(), 'm');
    await user.type(box(), 'a');
    await list();

    expect(asked()).toEqual(['/api/search?q=ma']);
  });

  it('makes one request for a quickly typed text', async () => {
    const user = userEvent.setup({ delay: null });
    open();

    await user.type(box(), 'mat');
    await list();

    expect(asked()).toHaveLength(1);
  });

  it('shows fans, teams, leagues and posts in groups with links to their pages', async () => {
    api.on(search('ars'), () =>
      results({
        fans: [fan('arsene', true)],
        teams: [{ ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] }],
        leagues: [aSummary()],
        posts: [aPost({ _id: 'p1', text: 'Arsenal at the double' })],
      }),
    );
    open();

    await userEvent.type(box(), 'ars');
    await list();

    expect(group('Fans').getByRole('option')).toHaveTextContent('arseneFollowing');
    expect(group('Teams').getByRole('option')).toHaveTextContent('Arsenal');
    expect(group('Leagues').getByRole('option')).toHaveTextContent('Premier League');
    expect(group('Posts').getByRole('option')).toHaveTextContent('Arsenal at the double');
    expect(screen.getByRole('status')).toHaveTextContent('4 results');
  });

  it.each([
    ['Fans', '/profile/arsene'],
    ['Teams', '/premier_league?team=Arsenal'],
    ['Leagues', '/premier_league'],
    ['Posts', '/p/p1'],
  ])('links the group %s to %s', async (name, address) => {
    api.on(search('ars'), () =>
      results({
        fans: [fan('arsene')],
        teams: [{ ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] }],
        leagues: [aSummary()],
        posts: [aPost({ _id: 'p1' })],
      }),
    );
    open();
    await userEvent.type(box(), 'ars');
    await list();

    await userEvent.click(group(name).getByRole('option'));

    expect(location.pathname + location.search).toBe(address);
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('is navigated by arrow keys, wraps around, and opens with Enter', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    expect(box()).not.toHaveAttribute('aria-activedescendant');

    await userEvent.keyboard('{ArrowDown}');
    const first = await option(/marta.okafor/);
    expect(first).toHaveAttribute('aria-selected', 'true');
    expect(box()).toHaveAttribute('aria-activedescendant', first.id);
    await userEvent.keyboard('{ArrowUp}');
    expect(await option(/All results/)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');

    expect(location.pathname).toBe('/profile/mateo%20quiroga');
    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('opens all results on Enter without a choice', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();

    await userEvent.keyboard('{Enter}');

    expect(location.pathname + location.search).toBe('/search?q=ma');
  });

  it.each(['m', '⚽', '🏆'])('does nothing on Enter for one character (%s)', async (character) => {
    open();

    await userEvent.type(box(), `${character}{Enter}`);

    expect(location.pathname).toBe('/home');
  });

  it('shows the last searches while the input is empty, newest first', async () => {
    open();
    for (const text of ['ma', 'mat', 'ma']) {
      await userEvent.type(box(), `${text}{Enter}`);
      await userEvent.click(document.body);
    }

    await userEvent.click(box());

    const recent = await screen.findByRole('listbox', { name: 'Recent searches' });
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['ma', 'mat']);
    await userEvent.click(within(recent).getByRole('option', { name: 'mat' }));
    expect(location.pathname + location.search).toBe('/search?q=mat');
  });

  it('is cleared by Escape', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();

    await userEvent.keyboard('{Escape}');

    expect(box()).toHaveValue('');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('hides the list below two characters', async () => {
    open();
    await userEvent.type(box(), 'ma');
    await list();

    await userEvent.keyboard('{Backspace}');

    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box()).toHaveAttribute('aria-expanded', 'false');
  });

  it('ignores the response to an older text', async () => {
    const user = userEvent.setup({ delay: null });
    const older = later(() => results({ fans: [fan('too.late')] }));
    api.on(search('ma'), older.answer);
    open();
    await user.type(box(), 'ma');
    await waitFor(() => expect(asked()).toHaveLength(1));
    await user.type(box(), 't');
    await option(/mateo quiroga/);

    // All effects of the response have run when `act` returns.
    await act(async () => {
      older.arrive();
      await older.answer();
    });

    expect(group('Fans').getAllByRole('option')).toHaveLength(1);
    expect(screen.queryByText('too.late')).toBeNull();
  });

  it("shows 'Nothing found', and the number of results", async () => {
    api.on(search('zz'), () => results());
    open();

    await userEvent.type(box(), 'zz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found'));
    await userEvent.clear(box());
    await userEvent.type(box(), 'ma');

    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 results'));
  });

  it("shows 'Nothing found' only for the text without results", async () => {
    api.on(search('zz'), () => results());
    const slow = later(() => results({ fans: [fan('zztop')] }));
    api.on(search('zzt'), slow.answer);
    open();
    await userEvent.type(box(), 'zz');
    expect(await screen.findByText('Nothing found', { ignore: '[role=status]' })).toBeVisible();

    await userEvent.type(box(), 't');

    expect(screen.getByText('Searching...')).toBeVisible();
    expect(screen.queryByText('Nothing found')).toBeNull();
    slow.arrive();
    expect(await option(/zztop/)).toBeVisible();
  });

  it('shows an error in place, and retries', async () => {
    api.on(search('ma'), () => failure('It broke', 500));
    open();
    await userEvent.type(box(), 'ma');
    const alert = await screen.findByRole('alert');

    api.on(search('ma'), () => results({ fans: [fan('marta.okafor')] }));
    within(alert).getByRole('button', { name: 'Retry' }).focus();
    await userEvent.keyboard('{Enter}');

    expect(await option(/marta.okafor/)).toBeVisible();
    expect(box()).toHaveFocus();
  });
});

describe('SearchSheet', () => {
  it('focuses the input, and closes after navigation to a fan', async () => {
    const onClose = jest.fn();
    render(
      <ServerState of="fan">
        <SearchSheet onClose={onClose} />
      </ServerState>,
    );
    expect(box()).toHaveFocus();

    await userEvent.keyboard('ma');
    await option(/marta.okafor/);
    await userEvent.keyboard('{ArrowDown}{Enter}');

    expect(location.pathname).toBe('/profile/marta.okafor');
    expect(onClose).toHaveBeenCalled();
  });

  it('closes on any navigation', () => {
    installLive();
    const onClose = jest.fn();
    render(
      <ServerState of="fan">
        <SearchSheet onClose={onClose} />
      </ServerState>,
    );

    act(() => goTo('/terms'));

    expect(onClose).toHaveBeenCalled();
  });
});
