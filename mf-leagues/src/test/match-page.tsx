import type { MatchPage as MatchData } from '@kickoff/contracts';
import { aLatestMatch, aLeague, aLiveMatch, NOW } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { ServerState, startSession } from '@kickoff/web';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';

import MatchPage from '../pages/MatchPage';

/** The call that the page of the match makes. */
export const MATCH_CALL = 'GET /api/football/matches/demo%3A1';

type FakeApi = ReturnType<typeof fakeApi>;

interface ServedMatch extends Pick<FakeApi, 'on' | 'sent'> {
  /** Changes the data of the match. */
  answer: (facts: Partial<MatchData>) => void;
}

/** Serves the page of a match in play to a signed-in fan, at the time of the demo season. */
export function serveMatch(): ServedMatch {
  let api: FakeApi;
  const answer = (facts: Partial<MatchData>) =>
    api.on(MATCH_CALL, () =>
      json({
        ...aLatestMatch(aLiveMatch(), 'premier_league'),
        headToHead: [],
        form: { homeTeam: 'W,W', awayTeam: '' },
        ...facts,
      }),
    );

  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, now: NOW });
    startSession('fan', 'token');
    api = fakeApi();
    api.on('GET /api/football?league=premier_league', () => json(aLeague({ matches: [] })));
    api.on('GET /api/user/alerts', () => json([]));
    answer({});
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  return { on: (...call) => api.on(...call), sent: (...call) => api.sent(...call), answer };
}

export const openMatch = () =>
  render(
    <ServerState of="fan">
      <MatchPage params={{ matchId: 'demo:1' }} />
    </ServerState>,
  );

export const section = async (name: string) => within(await screen.findByRole('region', { name }));

export const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
