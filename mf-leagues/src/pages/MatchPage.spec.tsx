import { aLeague, aMatch, aResult, aRow, at } from '@kickoff/testing';
import { failure, json } from '@kickoff/testing/fake-api';
import { describe, expect, it } from '@jest/globals';
import { emitLiveEvent } from '@kickoff/web';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { MATCH_CALL, openMatch, section, serveMatch } from '../test/match-page';

const server = serveMatch();

describe('MatchPage', () => {
  it('shows both clubs as heading and links to their league and to all', async () => {
    openMatch();

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
    server.answer({ ...aMatch({ utcDate: at(0, 20) }) });
    openMatch();

    const board = await section('Score');
    expect(board.getByText(/Matchday 12/)).toHaveTextContent('Premier League · Matchday 12');
    expect(board.getByText(/Saturday 21 November 2026, 20:00 \(.+\)/)).toBeVisible();
    expect(await board.findByText('Demo season 2026-27.')).toBeVisible();
  });

  it('shows the day of a match whose time is unknown, and no time', async () => {
    server.answer({ ...aMatch({ id: 'api-football:1', utcDate: '2026-12-05T00:00:00.000Z' }) });
    openMatch();

    const board = await section('Score');
    expect(board.getByText('TBC')).toHaveAttribute('datetime', '2026-12-05');
    expect(board.getByText('Kick-off time to be confirmed')).toBeVisible();
    expect(board.getByText('Saturday 5 December 2026')).toBeVisible();
  });

  it('offers alerts of a match in play, and none in a replay', async () => {
    openMatch();
    expect(await screen.findByRole('button', { name: 'Alert me' })).toBeVisible();
    cleanup();
    server.answer({
      viewpoint: { matchId: 'demo:1', mode: 'replay', position: 60, playing: false, speed: 1 },
    });

    openMatch();

    expect(await screen.findByText('Replay')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Alert me' })).toBeNull();
  });

  it("shows both clubs' form, and their previous and next meeting", async () => {
    const next = aMatch({ id: 'next', home: 'Chelsea', away: 'Liverpool', utcDate: at(60, 15) });
    server.on('GET /api/football?league=premier_league', () => json(aLeague({ matches: [next] })));
    server.answer({ headToHead: [aResult({ id: 'before', goals: [0, 2], utcDate: at(-90, 15) })] });
    openMatch();

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
    server.on('GET /api/football?league=premier_league', () =>
      json(aLeague({ standings: [{ type: 'TOTAL', table }] })),
    );
    openMatch();

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

  it('shows that the match does not exist, with a link', async () => {
    server.on(MATCH_CALL, () => failure('Match not found', 404));
    openMatch();

    expect(await screen.findByText('There is no such match.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore Leagues' })).toHaveAttribute('href', '/FL');
  });

  it('shows that the match does not exist any more once its rehearsal is deleted', async () => {
    openMatch();
    expect(await screen.findByRole('region', { name: 'Score' })).toBeVisible();
    server.on(MATCH_CALL, () => failure('Match not found', 404));

    act(() => emitLiveEvent({ name: 'missed' }));

    expect(await screen.findByText('There is no such match.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Score' })).toBeNull();
  });

  it('shows why loading failed, and loads on Retry', async () => {
    server.on(MATCH_CALL, () => failure('Something is wrong', 500));
    openMatch();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');

    server.answer({});
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('region', { name: 'Score' })).toBeVisible();
  });
});
