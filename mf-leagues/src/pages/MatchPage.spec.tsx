import type { MatchPage as MatchData } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { emitLiveEvent, ServerState, startSession } from '@kickoff/web';
import {
  aLatestMatch,
  aLeague,
  aLiveMatch,
  aMatch,
  aResult,
  aRow,
  at,
  NOW,
} from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import MatchPage from './MatchPage';

const CALL = 'GET /api/football/matches/demo%3A1';

let api: ReturnType<typeof fakeApi>;

const answer = (facts: Partial<MatchData>) =>
  api.on(CALL, () =>
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

const open = () =>
  render(
    <ServerState of="fan">
      <MatchPage params={{ matchId: 'demo:1' }} />
    </ServerState>,
  );
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('MatchPage', () => {
  it('shows both clubs as heading and links to their league and to all', async () => {
    open();

    expect(
      await screen.findByRole('heading', { level: 1, name: 'Liverpool v Chelsea' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'All leagues' })).toHaveAttribute('href', '/FL');
    expect(screen.getByRole('link', { name: 'Premier League' })).toHaveAttribute(
      'href',
      '/premier_league',
    );
    expect(document.title).toBe('Liverpool v Chelsea · KickOff');
  });

  it('shows the competition, the round, the date and the provider', async () => {
    answer({ ...aMatch({ utcDate: at(0, 20) }) });
    open();

    const board = await section('Score');
    expect(board.getByText(/Matchday 12/)).toHaveTextContent('Premier League · Matchday 12');
    expect(board.getByText(/Saturday 21 November 2026, 20:00 \(.+\)/)).toBeVisible();
    expect(await board.findByText('Demo season 2026-27.')).toBeVisible();
  });

  it('shows the day of a match whose time is unknown, and no time', async () => {
    answer({ ...aMatch({ id: 'api-football:1', utcDate: '2026-12-05T00:00:00.000Z' }) });
    open();

    const board = await section('Score');
    expect(board.getByText('TBC')).toHaveAttribute('datetime', '2026-12-05');
    expect(board.getByText('Kick-off time to be confirmed')).toBeVisible();
    expect(board.getByText('Saturday 5 December 2026')).toBeVisible();
  });

  it('counts down to kick-off without a goals section', async () => {
    answer({ ...aMatch({ utcDate: at(0, 16, 50) }), events: [] });
    open();

    expect(await (await section('Score')).findByText('Kick-off in 2 h 15 min')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Kick-off in 2 h 14 min')).toBeVisible();
    expect(screen.queryByText('No goals yet.')).toBeNull();
    expect(screen.queryByRole('region', { name: /^Goals/ })).toBeNull();
  });

  it('shows that the score is delayed during the match', async () => {
    api.on('GET /api/football?league=premier_league', () => json(aLeague({ delayed: true })));
    open();

    expect(await screen.findByText('In play, delayed')).toBeVisible();
  });

  it('shows the time of the data instead of the minute when the data is out of date', async () => {
    api.on('GET /api/football?league=premier_league', () => json(aLeague({ stale: true })));
    open();

    expect(await screen.findByText('as of 14:32')).toBeVisible();
    expect(screen.queryByText("72'")).toBeNull();
  });

  it.each([
    ['as of 14:32', 'data_lost'],
    ["72'", 'data_back'],
  ] as const)('shows %s after an entry %s within a minute', async (clock, kind) => {
    const entry = { seq: 2, at: at(0, 14, 34), kind } as const;
    answer({ id: 'demo:1' });
    open();
    await section('Score');
    api.on(`${CALL}/timeline`, () =>
      json({
        match: aLatestMatch(aLiveMatch(), 'premier_league'),
        entries: [{ ...entry, seq: 1, kind: 'data_lost' }, entry],
      }),
    );

    await act(() => jest.advanceTimersByTimeAsync(60_000));

    expect(screen.getByText(clock)).toBeVisible();
  });

  it('shows the time of the data from the entry data_lost in the thread until data_back', async () => {
    answer({ id: 'demo:1' });
    api.on(`${CALL}/timeline`, () =>
      json({ match: aLatestMatch(aLiveMatch(), 'premier_league'), entries: [] }),
    );
    open();
    await section('Score');
    const receive = async (seq: number, kind: 'data_lost' | 'data_back') => {
      const entry = { seq, at: at(0, 14, 34), kind };
      const row = { kind: 'entry', minute: '72', entry } as const;
      await act(() => jest.advanceTimersByTimeAsync(0));
      act(() => emitLiveEvent({ name: 'thread.row', data: { matchId: 'demo:1', row } }));
    };

    await receive(1, 'data_lost');
    expect(await screen.findByText('as of 14:32')).toBeVisible();

    await receive(2, 'data_back');
    expect(await screen.findByText("72'")).toBeVisible();
  });

  it('shows a fresh clock at once after data_back, although the league was stale', async () => {
    answer({ id: 'demo:1' });
    api.on(`${CALL}/timeline`, () =>
      json({
        match: aLatestMatch(aLiveMatch(), 'premier_league'),
        entries: [{ seq: 1, at: at(0, 14, 34), kind: 'data_lost' }],
      }),
    );
    api.on('GET /api/football?league=premier_league', () => json(aLeague({ stale: true })));
    open();
    expect(await screen.findByText('as of 14:32')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    api.on('GET /api/football?league=premier_league', () => json(aLeague()));

    const entry = { seq: 2, at: at(0, 14, 35), kind: 'data_back' } as const;
    const row = { kind: 'entry', minute: '72', entry } as const;
    act(() => emitLiveEvent({ name: 'thread.row', data: { matchId: 'demo:1', row } }));
    await act(() => jest.advanceTimersByTimeAsync(1_000));

    expect(screen.getByText("72'")).toBeVisible();
  });

  it('shows the table, the label and the time of the data of a rehearsal', async () => {
    const round = aLeague({
      updatedAt: at(0, 14, 21),
      stale: true,
      standings: [{ type: 'TOTAL', table: [aRow('Liverpool'), aRow('Chelsea', { points: 1 })] }],
    });
    api.on('GET /api/football?league=premier_league&rehearsal=r1', () => json(round));
    answer({ label: 'Rehearsal', rehearsal: 'r1' });
    open();

    const board = await section('Score');
    expect(await board.findByText('as of 14:21')).toBeVisible();
    expect(board.getByText(/Matchday 12/)).toHaveTextContent(
      'Premier League · Matchday 12 · Rehearsal',
    );
    expect((await section('Table')).getAllByRole('row', { name: /^\d/ })).toHaveLength(2);
    expect(api.sent('GET /api/football?league=premier_league')).toEqual([]);
  });

  it('shows goals and cards with their minutes', async () => {
    answer({
      events: [
        {
          kind: 'goal',
          team: 'awayTeam',
          minute: 45,
          injuryTime: 2,
          player: { name: 'Ruben Valcke' },
          assist: { name: 'Idris Coulibaly' },
        },
        {
          kind: 'disallowed_goal',
          team: 'homeTeam',
          minute: 60,
          player: { name: 'Emil Norrgård' },
        },
        { kind: 'red_card', team: 'homeTeam', minute: 70, player: { name: 'Jari Salo' } },
      ],
    });
    open();

    const [goal, correction, card] = (await section('Goals and cards')).getAllByRole('listitem');
    expect(goal).toHaveTextContent("45+2'Ruben ValckeChelsea: Goal, assist by Idris Coulibaly");
    expect(correction).toHaveTextContent('Goal cancelled after video review');
    expect(card).toHaveTextContent("70'Jari SaloLiverpool: Red card");
  });

  const aGoal = (name: string) =>
    ({ kind: 'goal', team: 'homeTeam', minute: 12, player: { name } }) as const;

  it.each<[string, [number, number], MatchData['events'], string | RegExp]>([
    ['that there is none', [0, 0], [], /^GoalsNo goals yet[.]$/],
    ['how many are still without a name', [2, 1], [aGoal('One')], 'named 1 of 3 goals'],
    ['that none is named yet', [1, 0], [], 'named 0 of 1 goals'],
    ['that there are too many', [1, 0], [aGoal('One'), aGoal('Two')], 'do not add up to the score'],
    ['nothing more where all are named', [1, 0], [aGoal('One')], /^Goals12'OneLiverpool: Goal$/],
  ])('describes the goals as %s', async (_, goals, events = [], words) => {
    answer({ ...aLiveMatch({ goals }), events });
    open();

    expect(await screen.findByRole('region', { name: 'Goals' })).toHaveTextContent(words);
  });

  it('separates the halves by the score at half-time', async () => {
    const late = {
      kind: 'penalty',
      team: 'awayTeam',
      minute: 80,
      player: { name: 'Late' },
    } as const;
    const { score, ...facts } = aResult({ goals: [1, 1] });
    answer({
      ...facts,
      score: { ...score, halfTime: { homeTeam: 1, awayTeam: 0 } },
      events: [aGoal('Early'), late],
    });
    open();

    const items = (await section('Goals')).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      "12'EarlyLiverpool: Goal",
      'Half-time 1–0',
      "80'LateChelsea: Penalty",
    ]);
  });

  it('shows that a match ended without a goal', async () => {
    answer({ ...aResult({ goals: [0, 0] }), events: [] });
    open();

    expect((await section('Goals')).getByText('It ended without a goal.')).toBeVisible();
  });

  it('shows a hidden match as in play without goals', async () => {
    answer({
      ...aMatch({ status: 'IN_PLAY', utcDate: at(0, 13) }),
      shielded: true,
      viewpoint: { matchId: 'demo:1', mode: 'hidden' },
      events: [],
    });
    api.on('GET /api/football?league=premier_league', () =>
      json(
        aLeague({
          standings: [
            { type: 'TOTAL', table: [aRow('Liverpool'), aRow('Chelsea')], hiddenResults: 2 },
          ],
        }),
      ),
    );
    open();

    const board = await section('Score');
    expect(board.getByText('Hidden')).toBeVisible();
    expect(board.getByText('In play')).toBeVisible();
    expect(screen.queryByText(/No goals/)).toBeNull();
    expect(await screen.findByText('2 results hidden')).toBeVisible();
  });

  it('offers alerts of a match in play, and none in a replay', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Alert me' })).toBeVisible();
    cleanup();
    answer({
      viewpoint: { matchId: 'demo:1', mode: 'replay', position: 60, playing: false, speed: 1 },
    });

    open();

    expect(await screen.findByText('Replay')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Alert me' })).toBeNull();
  });

  it('renews the minute of a replay by its speed, within the limit of calls', async () => {
    const replay = { matchId: 'demo:1', mode: 'replay', position: 60, speed: 8 } as const;
    answer({ viewpoint: { ...replay, playing: true } });
    open();
    await screen.findByText('Replay');
    const calls = () => jest.mocked(globalThis.fetch).mock.calls.length;
    const before = { match: api.sent(CALL).length, all: calls() };

    await act(() => jest.advanceTimersByTimeAsync(60_100));

    expect(api.sent(CALL).length - before.match).toBeGreaterThanOrEqual(24);
    // 600 calls in five minutes are allowed, for all that a fan does.
    expect(calls() - before.all).toBeLessThanOrEqual(60);
  });

  it('shows the delay of a match', async () => {
    answer({ viewpoint: { matchId: 'demo:1', mode: 'delayed', seconds: 45 } });
    open();

    expect(await (await section('Score')).findByText('Behind by 45 s')).toBeVisible();
  });

  it('omits goals that the provider does not have', async () => {
    open();
    await section('Score');

    expect(screen.queryByRole('region', { name: /^Goals/ })).toBeNull();
  });

  it("shows both clubs' form, and their previous and next meeting", async () => {
    const next = aMatch({ id: 'next', home: 'Chelsea', away: 'Liverpool', utcDate: at(60, 15) });
    api.on('GET /api/football?league=premier_league', () => json(aLeague({ matches: [next] })));
    answer({ headToHead: [aResult({ id: 'before', goals: [0, 2], utcDate: at(-90, 15) })] });
    open();

    const [home, away] = (await section('Form')).getAllByRole('listitem');
    expect(home).toHaveTextContent('won, won');
    expect(away).toHaveTextContent('No match yet');
    const meetings = await section('Head to head');
    expect(
      await meetings.findByRole('link', { name: /Liverpool 0 ?to ?2 FT Chelsea/ }),
    ).toHaveAttribute('href', '/match/before');
    expect(meetings.getByRole('link', { name: /Chelsea .+ Liverpool/ })).toHaveAttribute(
      'href',
      '/match/next',
    );
    expect(meetings.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Head to head',
      'Next: Wednesday 20 January 2027',
      'Last: Sunday 23 August 2026',
    ]);
  });

  it("shows both clubs' positions in the table", async () => {
    const names = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Leeds', 'Liverpool', 'Villa'];
    const table = names.map((name, index) => aRow(name, { position: index + 1 }));
    api.on('GET /api/football?league=premier_league', () =>
      json(aLeague({ standings: [{ type: 'TOTAL', table }] })),
    );
    open();

    const rows = await (await section('Table')).findAllByRole('row', { name: /^\d/ });
    expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
      'ARArsenal',
      'CHChelsea (in this match)',
      'EVEverton',
      'LELeeds',
      'LILiverpool (in this match)',
      'VIVilla',
    ]);
  });

  it('shows the new score within half a minute and announces it', async () => {
    open();
    await section('Score');

    answer({ ...aLiveMatch({ goals: [1, 2], minute: 73 }) });
    await act(() => jest.advanceTimersByTimeAsync(30_000));

    expect(await (await section('Score')).findByText("73'")).toBeVisible();
    expect(screen.getByText('Liverpool 1, Chelsea 2, 73 minutes')).toHaveAttribute(
      'role',
      'status',
    );
  });

  it('shows that the match does not exist, with a link', async () => {
    api.on(CALL, () => failure('Match not found', 404));
    open();

    expect(await screen.findByText('There is no such match.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore Leagues' })).toHaveAttribute('href', '/FL');
  });

  it('shows why loading failed, and loads on Retry', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');

    answer({});
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('region', { name: 'Score' })).toBeVisible();
  });
});
