import { describe, expect, it } from '@jest/globals';
import { aLiveMatch, aMatch, anOwnProfile, aResult, aRow, aScorer, at } from '@kickoff/testing';
import { json } from '@kickoff/testing/fake-api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { accessibleText, later, openLeague, section, serveLeague } from '../test/league-page';

const league = serveLeague();

describe('LeaguePage', () => {
  it("shows the league's name as heading", () => {
    openLeague();

    expect(
      screen.getByRole('heading', { level: 1, name: 'premier league Live Updates' }),
    ).toBeVisible();
  });

  it('shows results, table and scorers', async () => {
    league.answer({
      matches: [aResult({ home: 'Arsenal', away: 'Everton', goals: [3, 1] })],
      standings: [{ type: 'TOTAL', table: [aRow('Arsenal', { points: 29 })] }],
      scorers: [aScorer('Emil Norrgård', 13)],
    });
    openLeague();

    const result = await section('Match Results').findByRole('listitem');
    expect(accessibleText(result)).toBe('Arsenal3to1FTEverton');
    const row = section('Point Table').getByRole('row', { name: /Arsenal/ });
    expect(within(row).getByText('29')).toBeVisible();
    expect(accessibleText(section('Top Scorers').getByRole('listitem'))).toBe(
      '1Emil NorrgårdArsenal13 goals',
    );
  });

  it('shows the provider and the age of the data', async () => {
    league.answer({ source: 'demo', season: '2026-27', updatedAt: at(0, 14, 32) });
    openLeague();

    expect(await screen.findByText('Demo season 2026-27.')).toBeVisible();
    expect(screen.getByText(/Updated/)).toHaveTextContent('Updated 14:32, 3 min ago');
    await later(60_000);
    expect(screen.getByText(/Updated/)).toHaveTextContent('Updated 14:32, 4 min ago');
  });

  it('names the provider of real data', async () => {
    league.answer({ source: 'football-data.org' });
    openLeague();

    expect(await screen.findByText('football-data.org 2026-27.')).toBeVisible();
  });

  it('shows that scores are delayed during a match', async () => {
    league.answer({ delayed: true, matches: [aLiveMatch()] });
    openLeague();

    expect(await screen.findByText('In play, delayed')).toBeVisible();
  });

  it.each([
    ['nothing is on', { delayed: true as const, matches: [aResult()] }],
    ['scores come at once', { matches: [aLiveMatch()] }],
  ])('shows no delay while %s', async (_, facts) => {
    league.answer(facts);
    openLeague();

    expect(await screen.findByText(/Updated/)).toBeVisible();
    expect(screen.queryByText(/delayed/)).toBeNull();
  });

  it('marks data that is out of date', async () => {
    league.answer({ stale: true });
    openLeague();

    expect(await screen.findByText('Out of date')).toBeVisible();
  });

  it('links to all leagues', () => {
    openLeague();

    expect(screen.getByRole('link', { name: 'All leagues' })).toHaveAttribute('href', '/FL');
  });

  it('shows kick-off, minute, half-time and full time', async () => {
    league.answer({
      matches: [
        aMatch({ id: 'a', utcDate: at(0, 20) }),
        aLiveMatch({ id: 'b', minute: 45, injuryTime: 2 }),
        aLiveMatch({ id: 'c', status: 'PAUSED' }),
        aResult({ id: 'd', utcDate: at(0, 12) }),
        aMatch({ id: 'e', status: 'POSTPONED' }),
      ],
    });
    openLeague();

    await section('Match Results').findByRole('tab', { name: 'Today', selected: true });
    for (const status of ["45+2'", 'HT', 'FT', 'Postponed']) {
      expect(await section('Match Results').findByText(status)).toBeVisible();
    }
    expect(section('Match Results').getAllByText('20:00')[0]).toBeVisible();
    expect(screen.getByText('2 LIVE')).toBeVisible();
  });

  it('names zones in words and marks clubs that are playing', async () => {
    const zone = { kind: 'ucl', name: 'Champions League' } as const;
    league.answer({
      standings: [
        {
          type: 'TOTAL',
          table: [aRow('Arsenal', { zone, live: true }), aRow('Everton', { position: 2 })],
        },
      ],
    });
    openLeague();

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
    league.answer({ matches: weeks });
    openLeague();
    expect(await section('Match Results').findByText('Club 5')).toBeVisible();
    expect(section('Match Results').queryByText('Club 6')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Show earlier results' }));

    expect(section('Match Results').getByText('Club 7')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier results' })).toBeNull();
    expect(screen.getByRole('tabpanel', { name: 'Results' })).toHaveFocus();
  });

  it('shows ten scorers and the rest on request', async () => {
    league.answer({
      scorers: Array.from({ length: 12 }, (_, at) => aScorer(`Player ${at}`, 20 - at)),
    });
    openLeague();
    expect(await section('Top Scorers').findAllByRole('listitem')).toHaveLength(10);

    await userEvent.click(screen.getByRole('button', { name: 'Show all 12 scorers' }));

    expect(section('Top Scorers').getAllByRole('listitem')).toHaveLength(12);
    expect(section('Top Scorers').getByRole('list')).toHaveFocus();
  });

  it('shows one section at a time on narrow screens', async () => {
    openLeague();
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
    league.on('GET /api/user/profile', () => json(anOwnProfile({ fav_team1: 'arsenal' })));
    league.answer({
      matches: [aResult({ home: 'Arsenal', away: 'Everton' })],
      standings: [{ type: 'TOTAL', table: [aRow('Arsenal'), aRow('Everton', { position: 2 })] }],
    });
    openLeague();

    const own = await section('Point Table').findByRole('row', { name: /Arsenal [(]your team[)]/ });
    expect(own).toBeVisible();
    expect(section('Point Table').getByRole('row', { name: /Everton/ })).not.toHaveTextContent(
      'your team',
    );
    expect(section('Match Results').getByRole('listitem')).toHaveTextContent('Arsenal (your team)');
  });
});
