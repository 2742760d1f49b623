import type { MatchDigest } from '@kickoff/contracts';
import { aDigest, aMatch } from '@kickoff/testing';
import { fakeApi, json } from '@kickoff/testing/fake-api';
import { callApi, ServerState, startSession, tellLive, useQuery } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';

import { useLiveScores } from './useLiveScores';

const DIGEST = 'GET /api/football/digest?team=';

const aScore = (home: number, away: number) =>
  aMatch({ status: 'IN_PLAY', minute: 60, goals: [home, away] });
const aDigestWith = (home: number, away: number) => json(aDigest({ recent: [aScore(home, away)] }));

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  startSession('fan', 'token');
  api = fakeApi();
  api.on(DIGEST, () => aDigestWith(0, 0));
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Scores() {
  useLiveScores();
  const { data } = useQuery({
    queryKey: ['match-digest', ''],
    queryFn: () => callApi<MatchDigest>('/api/football/digest?team=', { as: 'fan' }),
  });
  const { homeTeam, awayTeam } = data?.recent[0]?.score.fullTime ?? {};
  return <p>{data ? `${homeTeam}:${awayTeam}` : 'None yet'}</p>;
}
async function open(): Promise<void> {
  render(
    <ServerState of="fan">
      <Scores />
    </ServerState>,
  );
  await screen.findByText('0:0');
}

describe('scores', () => {
  it('change in place when a goal is told, and what hangs on them is asked for behind', async () => {
    await open();
    api.on(DIGEST, () => aDigestWith(1, 0));

    act(() =>
      tellLive({
        name: 'match.changed',
        data: { league: 'premier_league', match: aScore(1, 0) },
      }),
    );

    expect(await screen.findByText('1:0')).toBeVisible();
    await waitFor(() => expect(api.sent(DIGEST)).toHaveLength(2), { timeout: 3_000 });
  });

  it('are asked for again where something may have been missed, however fresh they are', async () => {
    await open();
    api.on(DIGEST, () => aDigestWith(0, 1));

    act(() => tellLive({ name: 'missed' }));

    expect(await screen.findByText('0:1')).toBeVisible();
  });
});
