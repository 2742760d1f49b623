import { describe, expect, it } from '@jest/globals';
import type { Match, StandingRow } from '@kickoff/contracts';

import { played } from '../../../test/support/results.js';
import { rulesOf, teamOf } from '../leagues.js';
import { seenTable } from './seen-table.js';
import { standingsOf } from './standings.js';

const rules = rulesOf('premier_league');
const CLUBS = ['arsenal', 'chelsea', 'everton', 'liverpool'];
const TEAMS = CLUBS.map(teamOf);

const none = { homeTeam: null, awayTeam: null };
const hidden: Partial<Match> = {
  status: 'IN_PLAY',
  shielded: true,
  score: { fullTime: none, halfTime: none },
};
const toLines = (table: readonly StandingRow[]) =>
  table.map(({ position, team, playedGames, points }) =>
    [position, team.id, playedGames, points].join(' '),
  );

describe('seenTable', () => {
  const matches = [played('arsenal 2-1 chelsea'), played('everton 0-3 liverpool')];

  it('counts a match with the score the fan sees', () => {
    const seen = [played('arsenal 0-1 chelsea', { status: 'IN_PLAY' }), ...matches.slice(1)];

    const table = seenTable(standingsOf(TEAMS, matches, rules), seen, rules);

    expect(table).toEqual(standingsOf(TEAMS, seen, rules));
    expect(table.find(({ team }) => team.id === 'arsenal')).toMatchObject({
      live: true,
      points: 0,
      form: '',
    });
  });

  it('omits a hidden match from points, form and live marks', () => {
    const seen = [played('arsenal 2-1 chelsea', hidden), ...matches.slice(1)];

    const table = seenTable(standingsOf(TEAMS, matches, rules), seen, rules);

    expect(toLines(table)).toEqual([
      '1 liverpool 1 3',
      '2 arsenal 0 0',
      '3 chelsea 0 0',
      '4 everton 1 0',
    ]);
    expect(table.find(({ team }) => team.id === 'arsenal')).toMatchObject({ form: '' });
    expect(table.some(({ live }) => live)).toBe(false);
  });

  it('deducts the points that the source deducts and ranks by the result', () => {
    const shown = standingsOf(TEAMS, matches, rules).map((row) =>
      row.team.id === 'liverpool' ? { ...row, points: row.points - 4 } : row,
    );
    const seen = [played('arsenal 2-1 chelsea', hidden), ...matches.slice(1)];

    const table = seenTable(shown, seen, rules);

    expect(table.at(-1)).toMatchObject({ team: { id: 'liverpool' }, points: -1, position: 4 });
  });

  it('deducts the points from a row that counts other results', () => {
    // The provider counts a running match, with an earlier score.
    const shown = standingsOf(TEAMS, matches, rules).map((row) =>
      row.team.id === 'arsenal' ? { ...row, won: 0, draw: 1, points: 1 - 6 } : row,
    );
    const seen = [played('arsenal 2-1 chelsea', hidden), ...matches.slice(1)];

    const table = seenTable(shown, seen, rules);

    expect(table.at(-1)).toMatchObject({ team: { id: 'arsenal' }, points: -6, position: 4 });
  });

  it('derives no deduction from a row that counts other results', () => {
    const shown = standingsOf(TEAMS, matches, rules).map((row) =>
      row.team.id === 'arsenal' ? { ...row, won: 0, points: 0 } : row,
    );
    const seen = [played('arsenal 1-1 chelsea'), ...matches.slice(1)];

    expect(seenTable(shown, seen, rules)).toEqual(standingsOf(TEAMS, seen, rules));
  });
});
