import {
  aDigest,
  aLiveMatch,
  aMatch,
  anOwnProfile,
  aResult,
  aSummary,
  at,
  NOW,
} from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import HomePage from './HomePage';

const PROFILE = 'GET /api/user/profile';
const DIGEST = 'GET /api/football/digest?team=';
const GIRONAS = 'GET /api/football/digest?team=girona';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/pt/posts?limit=20&likes=3&comments=2', () => json([]));
  api.on('GET /api/user/friend-suggestions?limit=4', () => json([]));
  api.on('GET /api/user/connected-friends?limit=6', () => json([]));
  api.on('GET /api/st/stories?limit=100', () => json([]));
  api.on(PROFILE, () => json(anOwnProfile({ fav_team1: '' })));
  api.on(DIGEST, () => json(aDigest()));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="fan">
      <HomePage />
    </ServerState>,
  );
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const section = (name: string) => screen.findByRole('region', { name });
const recentMatches = async () => within(await section('Recent Matches'));
const upcomingEvents = async () => within(await section('Upcoming Events'));
async function linesOf(name: string): Promise<string[]> {
  const list = await within(await section(name)).findByRole('list');
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '));
}

describe('Recent matches', () => {
  it('shows results with status and score, each linked to its match', async () => {
    const recent = [
      aLiveMatch({ goals: [2, 1] }),
      aResult({ home: 'Lyon', away: 'Lille', goals: [0, 3] }),
    ];
    api.on(DIGEST, () => json(aDigest({ recent })));

    open();

    expect(await linesOf('Recent Matches')).toEqual([
      "72'LILiverpoolCHChelsea21",
      'FT14 NovLYLyonLILille03',
    ]);
    const live = (await recentMatches()).getByRole('link', { name: /Liverpool/ });
    expect(live).toHaveAttribute('href', '/match/Liverpool-Chelsea');
  });

  it('shows the provider and the age of the results', async () => {
    open();

    expect(
      await (await recentMatches()).findByText('Demo season. Updated 3 min ago'),
    ).toBeVisible();
    expect((await recentMatches()).getByText('No match data available.')).toBeVisible();
  });

  it('shows that scores are delayed during a match', async () => {
    api.on(DIGEST, () => json(aDigest({ recent: [aLiveMatch()], delayed: true })));

    open();

    expect(
      await (await recentMatches()).findByText('In play, delayed. Demo season. Updated 3 min ago'),
    ).toBeVisible();
  });

  it('shows that results failed to load, and loads them on Retry', async () => {
    api.on(DIGEST, () => failure('Football is away', 500));
    open();
    expect(await (await recentMatches()).findByRole('alert')).toHaveTextContent(
      'The latest results did not load.',
    );

    api.on(DIGEST, () => json(aDigest({ recent: [aLiveMatch()] })));
    await userEvent.click((await recentMatches()).getByRole('button', { name: 'Retry' }));

    expect(await (await recentMatches()).findByText('Liverpool')).toBeVisible();
    expect((await recentMatches()).queryByRole('alert')).toBeNull();
  });

  it("shows a hidden match without its score and a delayed one from the fan's viewpoint", async () => {
    const viewpoint = { matchId: 'demo:1', mode: 'delayed', seconds: 45 } as const;
    const recent = [
      aMatch({ status: 'IN_PLAY', shielded: true, viewpoint: { ...viewpoint, mode: 'hidden' } }),
      aLiveMatch({ home: 'Lyon', away: 'Lille', viewpoint }),
    ];
    api.on(DIGEST, () => json(aDigest({ recent })));

    open();

    await (await recentMatches()).findByText('Hidden');
    expect(await linesOf('Recent Matches')).toEqual([
      'In playLILiverpoolCHChelseaHidden',
      "72'LYLyonLILille11",
    ]);
  });

  it('announces a new score to screen readers once', async () => {
    const withGoals = (goals: [number, number]) => () =>
      json(aDigest({ recent: [aLiveMatch({ goals, minute: 73 })] }));
    api.on(DIGEST, withGoals([1, 1]));
    open();
    await (await recentMatches()).findByText('Liverpool');
    await pass(3_000);
    await act(() => import('../features/matches/ScoreAnnouncer'));

    api.on(DIGEST, withGoals([2, 1]));
    await pass(30_000);

    // Inside the section: as a sibling it would remove the line above, which is drawn between
    // siblings.
    const announcement = await (
      await recentMatches()
    ).findByText('Liverpool 2, Chelsea 1, 73 minutes');
    expect(announcement).toHaveRole('status');
  });
});

describe('Upcoming events', () => {
  it("shows the next fixtures in the server's order", async () => {
    const upcoming = [
      aMatch({ home: 'Celta', away: 'Girona', utcDate: at(3, 20) }),
      aMatch({ home: 'Betis', away: 'Sevilla', utcDate: at(0, 21) }),
    ];
    api.on(DIGEST, () => json(aDigest({ upcoming })));

    open();

    expect(await linesOf('Upcoming Events')).toEqual([
      'Tue20:00CECeltaGIGirona',
      'Today21:00BEBetisSESevilla',
    ]);
  });

  it('shows the day of a match whose time is unknown, and no time', async () => {
    const utcDate = '2026-12-05T00:00:00.000Z';
    api.on(DIGEST, () =>
      json(
        aDigest({
          upcoming: [
            aMatch({ id: 'api-football:1', utcDate }),
            aMatch({ id: 'demo:1', home: 'Celta', away: 'Girona', utcDate }),
          ],
        }),
      ),
    );

    open();

    const [ofProvider, ofDemo] = await linesOf('Upcoming Events');
    expect(ofProvider).toBe('5 DecTBCLILiverpoolCHChelsea');
    expect(ofDemo).toMatch(/[0-9]{2}:00CECeltaGIGirona$/);
  });

  it('shows provider, age and time zone, and links to the league', async () => {
    open();

    const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'long' })
      .formatToParts(NOW)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const link = await (await upcomingEvents()).findByRole('link', { name: 'Premier League' });
    expect(link).toHaveAttribute('href', '/premier_league');
    expect(link.parentElement).toHaveTextContent(
      `Premier League, Demo season 2026-27. Updated 3 min ago. Times in ${zone ?? ''}`,
    );
  });

  it("shows that the league's data is out of date", async () => {
    api.on(DIGEST, () => json(aDigest({ league: aSummary({ stale: true }) })));

    open();

    expect(
      await (await upcomingEvents()).findByText(/Updated 3 min ago, out of date/),
    ).toBeVisible();
  });

  it('requests no matches while the favourite club is unknown', async () => {
    const profile = later(() => json(anOwnProfile({ fav_team1: 'girona' })));
    api.on(PROFILE, profile.answer);
    api.on(GIRONAS, () => json(aDigest({ upcoming: [aMatch({ home: 'Girona' })] })));
    open();
    expect(await section('Upcoming Events')).toHaveAttribute('aria-busy', 'true');

    profile.arrive();

    expect(await (await upcomingEvents()).findByText('Girona')).toBeVisible();
    expect(api.sent(DIGEST)).toHaveLength(0);
  });

  it('shows matches without a profile', async () => {
    api.on(PROFILE, () => failure('Away', 500));
    api.on(DIGEST, () => json(aDigest({ upcoming: [aMatch()] })));

    open();

    expect(await (await upcomingEvents()).findByText('Liverpool')).toBeVisible();
  });

  it('offers Retry when matches failed to load', async () => {
    api.on(DIGEST, () => failure('Football is away', 500));
    open();
    expect(await (await upcomingEvents()).findByRole('alert')).toHaveTextContent(
      'The next matches did not load.',
    );

    api.on(DIGEST, () => json(aDigest()));
    await userEvent.click((await upcomingEvents()).getByRole('button', { name: 'Retry' }));

    expect(await (await upcomingEvents()).findByText('No match data available.')).toBeVisible();
  });
});
