import type { LeagueData, Match, Viewpoint } from '@kickoff/contracts';
import {
  aLatestMatch,
  aLeague,
  aLiveMatch,
  aMatch,
  anOwnProfile,
  aRow,
  aSummary,
  at,
  NOW,
} from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';

import LeaguePage from './LeaguePage';
import LeaguesPage from './LeaguesPage';

const viewpoint = (facts: Partial<Viewpoint>): Viewpoint => ({
  matchId: 'demo:1',
  mode: 'hidden',
  ...facts,
});
const hidden = (status: Match['status'], hours: number) =>
  aMatch({ status, utcDate: at(0, hours), shielded: true, viewpoint: viewpoint({}) });
const behind = aLiveMatch({ viewpoint: viewpoint({ mode: 'delayed', seconds: 45 }) });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/user/profile', () => json(anOwnProfile({ fav_team1: '' })));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

async function openLeague(matches: Match[], facts: Partial<LeagueData> = {}): Promise<void> {
  const table = [aRow('Arsenal')];
  api.on('GET /api/football?league=premier_league', () =>
    json(aLeague({ matches, standings: [{ type: 'TOTAL', table, hiddenResults: 1 }], ...facts })),
  );
  render(
    <ServerState of="fan">
      <LeaguePage params={{ league: 'premier_league' }} />
    </ServerState>,
  );
  await screen.findAllByRole('link', { name: /Liverpool/ });
}
const row = () => screen.getByRole('link', { name: /Liverpool/ });

describe('LeaguePage', () => {
  it.each([
    ['In play', hidden('IN_PLAY', 13)],
    ['Finished', hidden('FINISHED', 9)],
  ])('shows a hidden match as %s, without its score', async (status, match) => {
    await openLeague([match]);

    expect(row()).toHaveTextContent(/Liverpool ?Hidden/);
    expect(within(row()).getByText(status)).toBeVisible();
  });

  it('does not count a hidden match as live', async () => {
    await openLeague([hidden('IN_PLAY', 13)]);

    expect(screen.queryByText(/LIVE/)).toBeNull();
  });

  it('shows how many results the table omits', async () => {
    await openLeague([hidden('IN_PLAY', 13)]);

    expect(screen.getByText('1 result hidden')).toBeVisible();
  });

  it('shows the delay of a match', async () => {
    await openLeague([behind]);

    expect(within(row()).getByText('Behind by 45 s')).toBeVisible();
  });
});

describe('Outdated match data', () => {
  it('shows its time instead of a minute in the latest matches and in its league', async () => {
    const match = aLiveMatch();
    api.on('GET /api/football/leagues', () => json([aSummary({ stale: true })]));
    api.on('GET /api/football/latest', () => json([aLatestMatch(match, 'premier_league')]));
    render(
      <ServerState of="fan">
        <LeaguesPage />
      </ServerState>,
    );
    expect(await screen.findByText(/^Premier League · as of 14:32/)).toBeVisible();
    cleanup();

    await openLeague([match], { stale: true });

    expect(within(row()).getByText('as of 14:32')).toBeVisible();
  });
});

describe('LeaguesPage', () => {
  it('shows a hidden and a delayed match among the latest', async () => {
    const latest = [hidden('IN_PLAY', 13), { ...behind, id: 'demo:2' }];
    api.on('GET /api/football/leagues', () => json([aSummary()]));
    api.on('GET /api/football/latest', () =>
      json(latest.map((match) => aLatestMatch(match, 'premier_league'))),
    );
    render(
      <ServerState of="fan">
        <LeaguesPage />
      </ServerState>,
    );

    const [first, second] = await screen.findAllByRole('link', { name: /Liverpool/ });
    expect(first).toHaveTextContent('Premier League · In play, today · HiddenLILiverpoolCHChelsea');
    expect(second).toHaveTextContent("Premier League 72' · Behind by 45 s");
  });
});
