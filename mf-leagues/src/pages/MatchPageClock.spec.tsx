import { aLatestMatch, aLeague, aLiveMatch, aMatch, aRow, at } from '@kickoff/testing';
import { json } from '@kickoff/testing/fake-api';
import { emitLiveEvent } from '@kickoff/web';
import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';

import { MATCH_CALL, later, openMatch, section, serveMatch } from '../test/match-page';

const server = serveMatch();

describe('The clock of MatchPage', () => {
  it('counts down to kick-off without a goals section', async () => {
    server.answer({ ...aMatch({ utcDate: at(0, 16, 50) }), events: [] });
    openMatch();

    expect(await (await section('Score')).findByText('Kick-off in 2 h 15 min')).toBeVisible();
    await later(60_000);
    expect(screen.getByText('Kick-off in 2 h 14 min')).toBeVisible();
    expect(screen.queryByText('No goals yet.')).toBeNull();
    expect(screen.queryByRole('region', { name: /^Goals/ })).toBeNull();
  });

  it('shows that the score is delayed during the match', async () => {
    server.on('GET /api/football?league=premier_league', () => json(aLeague({ delayed: true })));
    openMatch();

    expect(await screen.findByText('In play, delayed')).toBeVisible();
  });

  it('shows the time of the data instead of the minute when the data is out of date', async () => {
    server.on('GET /api/football?league=premier_league', () => json(aLeague({ stale: true })));
    openMatch();

    expect(await screen.findByText('as of 14:32')).toBeVisible();
    expect(screen.queryByText("72'")).toBeNull();
  });

  it.each([
    ['as of 14:32', 'data_lost'],
    ["72'", 'data_back'],
  ] as const)('shows %s after an entry %s within a minute', async (clock, kind) => {
    const entry = { seq: 2, at: at(0, 14, 34), kind } as const;
    server.answer({ id: 'demo:1' });
    openMatch();
    await section('Score');
    server.on(`${MATCH_CALL}/timeline`, () =>
      json({
        match: aLatestMatch(aLiveMatch(), 'premier_league'),
        entries: [{ ...entry, seq: 1, kind: 'data_lost' }, entry],
      }),
    );

    await later(60_000);

    expect(screen.getByText(clock)).toBeVisible();
  });

  it('shows the time of the data from the entry data_lost in the thread until data_back', async () => {
    server.answer({ id: 'demo:1' });
    server.on(`${MATCH_CALL}/timeline`, () =>
      json({ match: aLatestMatch(aLiveMatch(), 'premier_league'), entries: [] }),
    );
    openMatch();
    await section('Score');
    const receive = async (seq: number, kind: 'data_lost' | 'data_back') => {
      const entry = { seq, at: at(0, 14, 34), kind };
      const row = { kind: 'entry', minute: '72', entry } as const;
      await later(0);
      act(() => emitLiveEvent({ name: 'thread.row', data: { matchId: 'demo:1', row } }));
    };

    await receive(1, 'data_lost');
    expect(await screen.findByText('as of 14:32')).toBeVisible();

    await receive(2, 'data_back');
    expect(await screen.findByText("72'")).toBeVisible();
  });

  it('shows a fresh clock at once after data_back, although the league was stale', async () => {
    server.answer({ id: 'demo:1' });
    server.on(`${MATCH_CALL}/timeline`, () =>
      json({
        match: aLatestMatch(aLiveMatch(), 'premier_league'),
        entries: [{ seq: 1, at: at(0, 14, 34), kind: 'data_lost' }],
      }),
    );
    server.on('GET /api/football?league=premier_league', () => json(aLeague({ stale: true })));
    openMatch();
    expect(await screen.findByText('as of 14:32')).toBeVisible();
    await later(1_000);
    server.on('GET /api/football?league=premier_league', () => json(aLeague()));

    const entry = { seq: 2, at: at(0, 14, 35), kind: 'data_back' } as const;
    const row = { kind: 'entry', minute: '72', entry } as const;
    act(() => emitLiveEvent({ name: 'thread.row', data: { matchId: 'demo:1', row } }));
    await later(1_000);

    expect(screen.getByText("72'")).toBeVisible();
  });

  it('shows the table, the label and the time of the data of a rehearsal', async () => {
    const round = aLeague({
      updatedAt: at(0, 14, 21),
      stale: true,
      standings: [{ type: 'TOTAL', table: [aRow('Liverpool'), aRow('Chelsea', { points: 1 })] }],
    });
    server.on('GET /api/football?league=premier_league&rehearsal=r1', () => json(round));
    server.answer({ label: 'Rehearsal', rehearsal: 'r1' });
    openMatch();

    const board = await section('Score');
    expect(await board.findByText('as of 14:21')).toBeVisible();
    expect(board.getByText(/Matchday 12/)).toHaveTextContent(
      'Premier League · Matchday 12 · Rehearsal',
    );
    expect((await section('Table')).getAllByRole('row', { name: /^\d/ })).toHaveLength(2);
    expect(server.sent('GET /api/football?league=premier_league')).toEqual([]);
  });

  it('renews the minute of a replay by its speed, within the limit of calls', async () => {
    const replay = { matchId: 'demo:1', mode: 'replay', position: 60, speed: 8 } as const;
    server.answer({ viewpoint: { ...replay, playing: true } });
    openMatch();
    await screen.findByText('Replay');
    const calls = () => jest.mocked(globalThis.fetch).mock.calls.length;
    const before = { match: server.sent(MATCH_CALL).length, all: calls() };

    await later(60_100);

    expect(server.sent(MATCH_CALL).length - before.match).toBeGreaterThanOrEqual(24);
    // 600 calls in five minutes are allowed, for all that a fan does.
    expect(calls() - before.all).toBeLessThanOrEqual(60);
  });

  it('shows the delay of a match', async () => {
    server.answer({ viewpoint: { matchId: 'demo:1', mode: 'delayed', seconds: 45 } });
    openMatch();

    expect(await (await section('Score')).findByText('Behind by 45 s')).toBeVisible();
  });

  it('shows the new score within half a minute and announces it', async () => {
    openMatch();
    await section('Score');

    server.answer({ ...aLiveMatch({ goals: [1, 2], minute: 73 }) });
    await later(30_000);

    expect(await (await section('Score')).findByText("73'")).toBeVisible();
    expect(screen.getByText('Liverpool 1, Chelsea 2, 73 minutes')).toHaveAttribute(
      'role',
      'status',
    );
  });
});
