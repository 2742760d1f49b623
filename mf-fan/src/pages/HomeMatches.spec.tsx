import type { Team } from '@kickoff/contracts';
import {
  aLatestMatch,
  aLeague,
  aLiveMatch,
  aMatch,
  anOwnProfile,
  aResult,
  aSummary,
  at,
  aTeam,
  NOW,
} from '@kickoff/testing';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import HomePage from './HomePage';

const PROFILE = 'GET /api/user/profile';
const LATEST = 'GET /api/football/latest';
const LEAGUES = 'GET /api/football/leagues';
const TEAMS = 'GET /api/football/teams';
const PREMIER_LEAGUE = 'GET /api/football?league=premier_league';
const LA_LIGA = 'GET /api/football?league=la_liga';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/pt/posts?limit=20&likes=3&comments=2', () => json([]));
  api.on('GET /api/user/friend-suggestions?limit=5', () => json([]));
  api.on('GET /api/user/connected-friends?limit=6', () => json([]));
  api.on('GET /api/st/stories?limit=100', () => json([]));
  api.on(PROFILE, () => json(anOwnProfile({ fav_team1: '' })));
  api.on(LATEST, () => json([]));
  api.on(LEAGUES, () => json([aSummary()]));
  api.on(PREMIER_LEAGUE, () => json(aLeague()));
  api.on(LA_LIGA, () => json(aLeague({ league: 'la_liga' })));
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
const recent = async () => within(await section('Recent Matches'));
const upcoming = async () => within(await section('Upcoming Events'));
async function linesOf(name: string): Promise<string[]> {
  const list = await within(await section(name)).findByRole('list');
  return within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '));
}
/** A fan of Girona, which plays in Spain and in Europe. */
function aFanOfGirona() {
  const girona: Team = { ...aTeam('Girona'), leagues: ['champions_league', 'la_liga'] };
  api.on(PROFILE, () => json(anOwnProfile({ fav_team1: 'girona' })));
  api.on(TEAMS, () => json([girona]));
}

describe('Recent Matches', () => {
  it('shows real results with status and score, each leading to its match', async () => {
    api.on(LATEST, () =>
      json([
        aLatestMatch(aLiveMatch({ goals: [2, 1] }), 'premier_league'),
        aLatestMatch(aResult({ home: 'Lyon', away: 'Lille', goals: [0, 3] }), 'ligue_1'),
      ]),
    );

    open();

    expect(await linesOf('Recent Matches')).toEqual([
      "72'LILiverpoolCHChelsea21",
      'FT14 NovLYLyonLILille03',
    ]);
    const live = (await recent()).getByRole('link', { name: /Liverpool/ });
    expect(live).toHaveAttribute('href', '/match/Liverpool-Chelsea');
  });

  it("puts the favourite club's matches first, and shows none twice", async () => {
    aFanOfGirona();
    const own = aResult({ home: 'Girona', away: 'Betis', utcDate: at(-1, 20), goals: [1, 0] });
    api.on(LATEST, () =>
      json([aLatestMatch(aLiveMatch(), 'premier_league'), aLatestMatch(own, 'la_liga')]),
    );
    api.on(LA_LIGA, () =>
      json(aLeague({ league: 'la_liga', matches: [aResult({ home: 'Celta' }), own] })),
    );

    open();

    expect(await linesOf('Recent Matches')).toEqual([
      'FTFriGIGironaBEBetis10',
      "72'LILiverpoolCHChelsea11",
    ]);
  });

  it('says where the results are from and how old they are', async () => {
    open();

    expect(await (await recent()).findByText('Demo season. Updated 3 min ago')).toBeVisible();
    expect((await recent()).getByText('No match data available.')).toBeVisible();
  });

  it('says that they could not be loaded, and gets them with Retry', async () => {
    api.on(LATEST, () => failure('Football is away', 500));
    open();
    expect(await (await recent()).findByRole('alert')).toHaveTextContent(
      'The latest results could not be loaded.',
    );

    api.on(LATEST, () => json([aLatestMatch(aLiveMatch(), 'premier_league')]));
    await userEvent.click((await recent()).getByRole('button', { name: 'Retry' }));

    expect(await (await recent()).findByText('Liverpool')).toBeVisible();
    expect((await recent()).queryByRole('alert')).toBeNull();
  });

  it('tells a new score to who does not see it, once', async () => {
    const latest = (goals: [number, number]) => () =>
      json([aLatestMatch(aLiveMatch({ goals, minute: 73 }), 'premier_league')]);
    api.on(LATEST, latest([1, 1]));
    open();
    await (await recent()).findByText('Liverpool');
    await pass(3_000);
    await act(() => import('../features/matches/ScoreNews'));

    api.on(LATEST, latest([2, 1]));
    await pass(30_000);

    // In the section: beside it, it would take away the line above, which is drawn between neighbours.
    const news = await (await recent()).findByText('Liverpool 2, Chelsea 1, 73 minutes');
    expect(news).toHaveRole('status');
  });
});

describe('Upcoming Events', () => {
  it("shows the next fixtures of the favourite club's own league, its own first", async () => {
    aFanOfGirona();
    api.on(LA_LIGA, () =>
      json(
        aLeague({
          league: 'la_liga',
          matches: [
            aMatch({ home: 'Getafe', away: 'Elche', utcDate: at(2, 21) }),
            aMatch({ home: 'Celta', away: 'Girona', utcDate: at(3, 20) }),
            aMatch({ home: 'Betis', away: 'Sevilla', utcDate: at(0, 21) }),
            aMatch({ home: 'Osasuna', status: 'POSTPONED', utcDate: at(1, 20) }),
            aMatch({ home: 'Late', utcDate: at(0, 12) }),
          ],
        }),
      ),
    );

    open();

    expect(await linesOf('Upcoming Events')).toEqual([
      'Tue20:00CECeltaGIGirona',
      'Today21:00BEBetisSESevilla',
      'Mon21:00GEGetafeELElche',
    ]);
  });

  it('names source, age and time zone, and leads to the league', async () => {
    open();

    const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'long' })
      .formatToParts(NOW)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const link = await (await upcoming()).findByRole('link', { name: 'Premier League' });
    expect(link).toHaveAttribute('href', '/premier_league');
    expect(link.parentElement).toHaveTextContent(
      `Premier League, Demo season 2026-27. Updated 3 min ago. Times in ${zone ?? ''}`,
    );
  });

  it('takes a league that plays today where no club is chosen', async () => {
    api.on(LEAGUES, () =>
      json([aSummary(), aSummary({ league: 'la_liga', name: 'La Liga', today: 4 })]),
    );

    open();

    expect(await (await upcoming()).findByRole('link', { name: 'La Liga' })).toBeVisible();
    expect(api.sent(PREMIER_LEAGUE)).toHaveLength(0);
  });

  it('asks for no other league while the favourite club is not known yet', async () => {
    aFanOfGirona();
    const profile = later(() => json(anOwnProfile({ fav_team1: 'Girona' })));
    api.on(PROFILE, profile.answer);
    open();
    expect(await section('Upcoming Events')).toHaveAttribute('aria-busy', 'true');

    profile.arrive();

    expect(await (await upcoming()).findByText(/^, Demo season/)).toBeVisible();
    expect(api.sent(PREMIER_LEAGUE)).toHaveLength(0);
  });

  it.each([LEAGUES, PREMIER_LEAGUE])('offers Retry when %s fails', async (call) => {
    api.on(call, () => failure('Football is away', 500));
    open();
    expect(await (await upcoming()).findByRole('alert')).toHaveTextContent(
      'The next matches could not be loaded.',
    );

    api.on(call, () => json(call === LEAGUES ? [aSummary()] : aLeague()));
    await userEvent.click((await upcoming()).getByRole('button', { name: 'Retry' }));

    expect(await (await upcoming()).findByText('No match data available.')).toBeVisible();
  });
});
