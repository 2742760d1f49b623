import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServerState, startSession } from '@kickoff/web';
import { aLatestMatch, aLiveMatch, aResult, aSummary, at, NOW } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import LeaguesPage from './LeaguesPage';

const LEAGUES_CALL = 'GET /api/football/leagues';
const LATEST_CALL = 'GET /api/football/latest';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  history.replaceState(null, '', '/FL');
  startSession('fan', 'token');
  api = fakeApi();
  api.on(LEAGUES_CALL, () => json([aSummary()]));
  api.on(LATEST_CALL, () => json([]));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="fan">
      <LeaguesPage />
    </ServerState>,
  );
const cards = () => within(screen.getByRole('region', { name: 'Leagues' })).getAllByRole('link');
const banner = () => within(screen.getByRole('region', { name: 'Latest match results' }));

describe('LeaguesPage', () => {
  it('links to each of the eight leagues, also without their data', async () => {
    api.on(LEAGUES_CALL, () => failure('Something is wrong', 500));
    open();
    await banner().findByText('No match data available.');

    expect(cards().map((card) => card.getAttribute('href'))).toEqual([
      '/champions_league',
      '/premier_league',
      '/la_liga',
      '/serie_a',
      '/bundesliga',
      '/ligue_1',
      '/indian_super_league',
      '/eredivisie',
    ]);
  });

  it('names each league and its country', () => {
    open();

    expect(screen.getByRole('link', { name: 'Serie A Italy' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Explore Leagues' })).toBeVisible();
  });

  it('opens a league without a page load', async () => {
    open();

    await userEvent.click(screen.getByRole('link', { name: /Eredivisie/ }));

    expect(location.pathname).toBe('/eredivisie');
  });

  it('counts live matches and those of today', async () => {
    api.on(LEAGUES_CALL, () => json([aSummary({ live: 2, today: 5 })]));
    open();

    expect(
      await screen.findByRole('link', { name: '2 LIVE Premier League England · 5 matches today' }),
    ).toBeVisible();
    expect(screen.getAllByText(/LIVE/)).toHaveLength(1);
  });
});

describe('ResultsBanner', () => {
  it('links each result to its league and shows its status or age', async () => {
    api.on(LATEST_CALL, () =>
      json([
        aLatestMatch(aLiveMatch({ home: 'Inter', away: 'Napoli', goals: [1, 0] }), 'serie_a'),
        aLatestMatch(aResult({ utcDate: at(-1, 20) }), 'premier_league'),
      ]),
    );
    open();

    const live = await banner().findByRole('link', { name: /Serie A 72' Inter 1 Napoli 0/ });
    expect(live).toHaveAttribute('href', '/serie_a');
    expect(
      banner().getByRole('link', { name: /Premier League · FT, yesterday Liverpool 3 Chelsea 1/ }),
    ).toHaveAttribute('href', '/premier_league');
  });

  it('shows the provider and the age of live results', async () => {
    api.on(LATEST_CALL, () =>
      json([
        aLatestMatch(aLiveMatch({ home: 'Inter', away: 'Napoli' }), 'serie_a'),
        aLatestMatch(aResult({ utcDate: at(-1, 20) }), 'premier_league'),
      ]),
    );
    api.on(LEAGUES_CALL, () =>
      json([
        aSummary({ updatedAt: at(0, 11) }),
        aSummary({ league: 'serie_a', source: 'football-data.org', updatedAt: at(0, 14, 25) }),
      ]),
    );
    open();

    expect(
      await banner().findByText('Demo season, football-data.org. Updated 10 min ago'),
    ).toBeVisible();
  });

  it('labels the match of a rehearsal', async () => {
    const match = aLiveMatch({ label: 'Rehearsal', rehearsal: 'r1' });
    api.on(LATEST_CALL, () => json([aLatestMatch(match, 'serie_a')]));
    open();

    expect(await banner().findByRole('link', { name: /^Serie A · Rehearsal/ })).toBeVisible();
  });

  it('shows a new score within half a minute and announces it once', async () => {
    const match = (goals: [number, number]) => aLatestMatch(aLiveMatch({ goals }), 'serie_a');
    api.on(LATEST_CALL, () => json([match([0, 0])]));
    open();
    await banner().findByRole('link', { name: /Liverpool 0 Chelsea 0/ });

    api.on(LATEST_CALL, () => json([match([0, 1])]));
    await act(() => jest.advanceTimersByTimeAsync(30_000));

    expect(await banner().findByRole('link', { name: /Liverpool 0 Chelsea 1/ })).toBeVisible();
    expect(screen.getByText('Liverpool 0, Chelsea 1, 72 minutes')).toHaveRole('status');
  });

  it('shows that results failed to load, and loads them on Retry', async () => {
    api.on(LATEST_CALL, () => failure('Something is wrong', 500));
    open();
    expect(await banner().findByRole('alert')).toHaveTextContent(
      'The latest results did not load.',
    );

    api.on(LATEST_CALL, () => json([aLatestMatch(aResult(), 'la_liga')]));
    await userEvent.click(banner().getByRole('button', { name: 'Retry' }));

    expect(await banner().findByRole('link', { name: /La Liga/ })).toBeVisible();
  });
});
