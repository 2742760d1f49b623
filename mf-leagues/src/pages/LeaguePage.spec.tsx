import type { LeagueData } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onToast, replaceAddress, ServerState, startSession, type Toast } from '@kickoff/web';
import {
  aLeague,
  aLiveMatch,
  aMatch,
  anOwnProfile,
  aResult,
  aRow,
  aScorer,
  at,
  NOW,
} from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import LeaguePage from './LeaguePage';

const CALL = 'GET /api/football?league=premier_league';

let api: ReturnType<typeof fakeApi>;
let toasts: Toast[];
let stopHearing: () => void;

const answer = (facts: Partial<LeagueData>) => api.on(CALL, () => json(aLeague(facts)));

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(anOwnProfile({ fav_team1: '' })));
  answer({});
  toasts = [];
  stopHearing = onToast(
    (toast) => toasts.push(toast),
    (over) => (toasts = toasts.filter((toast) => toast !== over)),
  );
});
afterEach(() => {
  stopHearing();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="fan">
      <LeaguePage params={{ league: 'premier_league' }} />
    </ServerState>,
  );
const section = (name: string) => within(screen.getByRole('region', { name }));
/** Returns the text of an element as a screen reader reads it. */
function heard(element: HTMLElement): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  for (const drawn of copy.querySelectorAll('[aria-hidden="true"]')) drawn.remove();
  return copy.textContent;
}
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const type = (text: string) =>
  userEvent.type(screen.getByRole('searchbox', { name: 'Search by team name' }), text);

describe('LeaguePage', () => {
  it('shows the name of its address as heading', () => {
    open();

    expect(
      screen.getByRole('heading', { level: 1, name: 'premier league Live Updates' }),
    ).toBeVisible();
  });

  it('shows results, table and scorers', async () => {
    answer({
      matches: [aResult({ home: 'Arsenal', away: 'Everton', goals: [3, 1] })],
      standings: [{ type: 'TOTAL', table: [aRow('Arsenal', { points: 29 })] }],
      scorers: [aScorer('Emil Norrgård', 13)],
    });
    open();

    const result = await section('Match Results').findByRole('listitem');
    expect(heard(result)).toBe('Arsenal3to1FTEverton');
    const row = section('Point Table').getByRole('row', { name: /Arsenal/ });
    expect(within(row).getByText('29')).toBeVisible();
    expect(heard(section('Top Scorers').getByRole('listitem'))).toBe(
      '1Emil NorrgårdArsenal13 goals',
    );
  });

  it('shows the provider and the age of the data', async () => {
    answer({ source: 'demo', season: '2026-27', updatedAt: at(0, 14, 32) });
    open();

    expect(await screen.findByText('Demo season 2026-27.')).toBeVisible();
    expect(screen.getByText(/Updated/)).toHaveTextContent('Updated 14:32, 3 min ago');
    await later(60_000);
    expect(screen.getByText(/Updated/)).toHaveTextContent('Updated 14:32, 4 min ago');
  });

  it('names the provider of real data', async () => {
    answer({ source: 'football-data.org' });
    open();

    expect(await screen.findByText('football-data.org 2026-27.')).toBeVisible();
  });

  it('shows that scores are delayed during a match', async () => {
    answer({ delayed: true, matches: [aLiveMatch()] });
    open();

    expect(await screen.findByText('In play, delayed')).toBeVisible();
  });

  it.each([
    ['nothing is on', { delayed: true as const, matches: [aResult()] }],
    ['scores come at once', { matches: [aLiveMatch()] }],
  ])('shows no delay while %s', async (_, facts) => {
    answer(facts);
    open();

    expect(await screen.findByText(/Updated/)).toBeVisible();
    expect(screen.queryByText(/delayed/)).toBeNull();
  });

  it('marks data that is out of date', async () => {
    answer({ stale: true });
    open();

    expect(await screen.findByText('Out of date')).toBeVisible();
  });

  it('leads to all leagues', () => {
    open();

    expect(screen.getByRole('link', { name: 'All leagues' })).toHaveAttribute('href', '/FL');
  });

  it('shows the kick-off, the minute, the break and the end', async () => {
    answer({
      matches: [
        aMatch({ id: 'a', utcDate: at(0, 20) }),
        aLiveMatch({ id: 'b', minute: 45, injuryTime: 2 }),
        aLiveMatch({ id: 'c', status: 'PAUSED' }),
        aResult({ id: 'd', utcDate: at(0, 12) }),
        aMatch({ id: 'e', status: 'POSTPONED' }),
      ],
    });
    open();

    await section('Match Results').findByRole('tab', { name: 'Today', selected: true });
    for (const status of ["45+2'", 'HT', 'FT', 'Postponed']) {
      expect(await section('Match Results').findByText(status)).toBeVisible();
    }
    expect(section('Match Results').getAllByText('20:00')[0]).toBeVisible();
    expect(screen.getByText('2 LIVE')).toBeVisible();
  });

  it('names zones in words and marks clubs that are playing', async () => {
    const zone = { kind: 'ucl', name: 'Champions League' } as const;
    answer({
      standings: [
        {
          type: 'TOTAL',
          table: [aRow('Arsenal', { zone, live: true }), aRow('Everton', { position: 2 })],
        },
      ],
    });
    open();

    const first = await section('Point Table').findByRole('row', { name: /Arsenal/ });
    expect(first).toHaveTextContent('Champions League');
    expect(first).toHaveTextContent('playing now');
    expect(first).toHaveTextContent('won, drawn, lost');
    expect(section('Point Table').getByRole('row', { name: /Everton/ })).not.toHaveTextContent(
      'playing now',
    );
    expect(
      within(screen.getByRole('list', { name: 'Table zones' })).getByRole('listitem'),
    ).toHaveTextContent('Champions League 1');
  });

  it('shows earlier results page by page', async () => {
    const weeks = Array.from({ length: 8 }, (_, week) =>
      aResult({ id: `${week}`, home: `Club ${week}`, utcDate: at(-7 * (week + 1), 15) }),
    );
    answer({ matches: weeks });
    open();
    expect(await section('Match Results').findByText('Club 5')).toBeVisible();
    expect(section('Match Results').queryByText('Club 6')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Show earlier results' }));

    expect(section('Match Results').getByText('Club 7')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier results' })).toBeNull();
  });

  it('shows ten scorers, and the others on request', async () => {
    answer({ scorers: Array.from({ length: 12 }, (_, at) => aScorer(`Player ${at}`, 20 - at)) });
    open();
    expect(await section('Top Scorers').findAllByRole('listitem')).toHaveLength(10);

    await userEvent.click(screen.getByRole('button', { name: 'Show all 12 scorers' }));

    expect(section('Top Scorers').getAllByRole('listitem')).toHaveLength(12);
    expect(section('Top Scorers').getByRole('list')).toHaveFocus();
  });

  it('shows one section at a time on narrow screens', async () => {
    open();
    const choice = within(screen.getByRole('group', { name: 'Show' }));
    expect(choice.getByRole('button', { name: 'Match Results', pressed: true })).toBeVisible();

    await userEvent.click(choice.getByRole('button', { name: 'Point Table' }));

    expect(choice.getByRole('button', { name: 'Point Table', pressed: true })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Point Table' })).toHaveAttribute('data-on');
    expect(screen.getByRole('region', { name: 'Match Results' })).not.toHaveAttribute('data-on');
  });
});

describe('LeaguePage of the fan of a team', () => {
  it("marks the fan's team in the table and in its matches", async () => {
    api.on('GET /api/user/profile', () => json(anOwnProfile({ fav_team1: 'arsenal' })));
    answer({
      matches: [aResult({ home: 'Arsenal', away: 'Everton' })],
      standings: [{ type: 'TOTAL', table: [aRow('Arsenal'), aRow('Everton', { position: 2 })] }],
    });
    open();

    const own = await section('Point Table').findByRole('row', { name: /Arsenal [(]your team[)]/ });
    expect(own).toBeVisible();
    expect(section('Point Table').getByRole('row', { name: /Everton/ })).not.toHaveTextContent(
      'your team',
    );
    expect(section('Match Results').getByRole('listitem')).toHaveTextContent('Arsenal (your team)');
  });
});

describe('LeaguePage with results and fixtures', () => {
  const result = aResult({ id: 'result', home: 'Arsenal', away: 'Everton' });
  const fixture = aMatch({ id: 'fixture', home: 'Everton', away: 'Leeds', utcDate: at(3, 15) });
  const live = aLiveMatch({ id: 'live' });
  const tabs = () => section('Match Results').getAllByRole('tab');
  const selected = () => section('Match Results').getByRole('tab', { selected: true });
  const panel = () => section('Match Results').getByRole('tabpanel');

  it('opens the results where no match is today, and has no tab for today', async () => {
    answer({ matches: [fixture, result] });
    open();
    await section('Match Results').findAllByRole('tab');

    expect(tabs().map((tab) => tab.textContent)).toEqual(['Results', 'Fixtures']);
    expect(selected()).toHaveTextContent('Results');
    expect(panel()).toHaveTextContent('Arsenal');
    expect(panel()).not.toHaveTextContent('Leeds');
  });

  it('opens today on the day of a match', async () => {
    answer({ matches: [fixture, live, result] });
    open();
    await section('Match Results').findAllByRole('tab');

    expect(selected()).toHaveTextContent('Today');
    expect(within(panel()).getByRole('listitem')).toHaveTextContent('Liverpool');
  });

  it('moves between the tabs by arrow keys', async () => {
    answer({ matches: [fixture, result] });
    open();
    await section('Match Results').findAllByRole('tab');

    await userEvent.click(selected());
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toHaveFocus();
    expect(selected()).toHaveTextContent('Fixtures');
    expect(panel()).toHaveAccessibleName('Fixtures');
    expect(panel()).toHaveTextContent('Leeds');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toHaveTextContent('Results');
    await userEvent.keyboard('{End}');
    expect(selected()).toHaveTextContent('Fixtures');
  });

  it('finds played matches first', async () => {
    answer({ matches: [fixture, live, result] });
    open();
    await section('Match Results').findAllByRole('tab');

    await type('everton');
    expect(selected()).toHaveTextContent('Results');
    await userEvent.clear(screen.getByRole('searchbox'));
    await type('leeds');

    expect(selected()).toHaveTextContent('Fixtures');
  });
});

describe('TeamSearch', () => {
  beforeEach(() => {
    answer({
      matches: [
        aResult({ home: 'Bayern München', away: 'Arsenal' }),
        aResult({ home: 'Everton', away: 'Bayern München' }),
        aResult({ home: 'Everton', away: 'Arsenal' }),
      ],
    });
    open();
  });
  const clubs = () => section('Match Results').queryAllByRole('listitem').map(heard);

  it('filters matches of a team at home or away, ignoring case', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('bAYERN');

    expect(clubs()).toEqual(['Bayern München3to1FTArsenal', 'Everton3to1FTBayern München']);
  });

  it('ignores accents', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('munchen');

    expect(clubs()).toHaveLength(2);
  });

  it('shows the number of results', async () => {
    await section('Match Results').findAllByRole('listitem');
    expect(section('Match Results').getByRole('status')).toBeEmptyDOMElement();

    await type('everton');

    expect(section('Match Results').getByRole('status')).toHaveTextContent('2 matches');
  });

  it('shows that a team has no match', async () => {
    await section('Match Results').findAllByRole('listitem');

    await type('Rovers');

    expect(section('Match Results').getByText('No match data available.')).toBeVisible();
    expect(section('Match Results').getByRole('status')).toHaveTextContent('0 matches');
  });

  it('starts with the team of the address', async () => {
    act(() => replaceAddress('/premier_league?team=Bayern%20M%C3%BCnchen'));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('Bayern München'));

    expect(clubs()).toHaveLength(2);
    act(() => replaceAddress('/premier_league'));
  });

  it('returns to the results from another section', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Top Scorers' }));

    await type('e');

    expect(screen.getByRole('region', { name: 'Match Results' })).toHaveAttribute('data-on');
  });
});

describe('LeaguePage without data', () => {
  it('shows an empty state in each section', async () => {
    answer({ matches: [], standings: [{ type: 'TOTAL', table: [] }], scorers: [] });
    open();

    expect(await screen.findByText('No match data available.')).toBeVisible();
    expect(screen.getByText('Point table data not available.')).toBeVisible();
    expect(screen.getByText('Top scorers data not available.')).toBeVisible();
  });

  it('shows that the provider has no table', async () => {
    answer({ standings: [] });
    open();

    expect(await screen.findByText('Point table data not available.')).toBeVisible();
  });
});

describe('LeaguePage that fails to load', () => {
  it('shows the status of the rejection', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();

    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toEqual({
      kind: 'error',
      text: 'Failed to load live information. Error: HTTP error! status: 500',
    });
  });

  it('shows that there was no response', async () => {
    api.on(CALL, () => Promise.reject(new TypeError('Nothing answers here.')));
    open();
    await later(2_000);

    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]?.text).toBe(
      'Failed to load live information. Error: An error occurred. Please try again.',
    );
  });

  it('shows the error once, and retries on request only', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    await waitFor(() => expect(toasts).toHaveLength(1));

    await later(120_000);

    expect(toasts).toHaveLength(1);
  });

  it('offers Retry in each section, which reloads all', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    const retry = await section('Point Table').findByRole('button', { name: 'Retry' });
    expect(section('Match Results').getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(section('Top Scorers').getByRole('button', { name: 'Retry' })).toBeVisible();

    answer({});
    await userEvent.click(retry);

    expect(await section('Point Table').findByRole('row', { name: /Arsenal/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('LeaguePage of a live league', () => {
  beforeEach(() => {
    answer({ matches: [aLiveMatch({ goals: [1, 1] })] });
  });

  it('shows the new score within half a minute and announces it once', async () => {
    open();
    await section('Match Results').findByText("72'");

    answer({ matches: [aLiveMatch({ goals: [2, 1], minute: 73 })] });
    await later(30_000);

    expect(await section('Match Results').findByText("73'")).toBeVisible();
    expect(screen.getByText('Liverpool 2, Chelsea 1, 73 minutes')).toHaveAttribute(
      'role',
      'status',
    );
  });

  it('keeps its data when a refresh fails, and shows one error', async () => {
    open();
    await section('Match Results').findByText("72'");

    api.on(CALL, () => failure('Something is wrong', 500));
    await later(30_000);
    await later(30_000);

    expect(toasts).toHaveLength(1);
    expect(section('Match Results').getByText("72'")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('makes no requests while the page is hidden', async () => {
    open();
    await section('Match Results').findByText("72'");
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

    answer({ matches: [aLiveMatch({ minute: 73 })] });
    await later(30_000);

    expect(section('Match Results').getByText("72'")).toBeVisible();
  });
});
