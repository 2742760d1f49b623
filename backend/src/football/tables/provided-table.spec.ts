import { describe, expect, it } from '@jest/globals';
import type { Match } from '@kickoff/contracts';

import { played } from '../../../test/support/results.js';
import { rulesOf, teamOf } from '../leagues.js';
import type { ProvidedMatch, ProvidedRow } from '../providers/league-data-provider.js';
import { providedTable, recountedTable } from './provided-table.js';

const rules = rulesOf('premier_league');
const FETCHED_AT = new Date('2026-11-21T17:00:00Z');

const running: Pick<Match, 'status'> = { status: 'IN_PLAY' };
const weekBefore = { utcDate: '2026-11-14T15:00:00.000Z' };

/** A row: `arsenal 1 1-0-0 2:0 3` is one match, won 2-0, three points. */
function row(line: string, position: number): ProvidedRow {
  const [club = '', played = '', results = '', goals = '', points = ''] = line.split(' ');
  const [won = 0, draw = 0, lost = 0] = results.split('-').map(Number);
  const [goalsFor = 0, goalsAgainst = 0] = goals.split(':').map(Number);
  return {
    position,
    team: teamOf(club),
    playedGames: Number(played),
    won,
    draw,
    lost,
    points: Number(points),
    goalsFor,
    goalsAgainst,
    goalDifference: goalsFor - goalsAgainst,
  };
}
const table = (
  lines: readonly string[],
  matches: readonly ProvidedMatch[],
  fetchedAt = FETCHED_AT,
) =>
  providedTable(
    lines.map((line, index) => row(line, index + 1)),
    matches,
    rules,
    fetchedAt,
  ).map((shown) =>
    [
      shown.position,
      shown.team.id,
      shown.playedGames,
      shown.points,
      `${shown.goalsFor}:${shown.goalsAgainst}`,
      ...(shown.live ? ['live'] : []),
    ].join(' '),
  );

const EVEN = ['arsenal 1 1-0-0 1:0 3', 'chelsea 1 0-0-1 0:1 0'];
const FIRST = played('arsenal 1-0 chelsea', weekBefore);

describe('providedTable', () => {
  it("adds results that the provider's table lacks", () => {
    expect(table(EVEN, [FIRST, played('chelsea 4-0 arsenal')])).toEqual([
      '1 chelsea 2 3 4:1',
      '2 arsenal 2 3 1:4',
    ]);
  });

  it('still counts a result at full time that it counted during the match', () => {
    const during = table(EVEN, [FIRST, played('chelsea 4-0 arsenal', running)]);
    const after = table(EVEN, [FIRST, played('chelsea 4-0 arsenal')]);

    expect(during).toEqual(['1 chelsea 2 3 4:1 live', '2 arsenal 2 3 1:4 live']);
    expect(after).toEqual(['1 chelsea 2 3 4:1', '2 arsenal 2 3 1:4']);
  });

  it('counts a result once when only one of its clubs has it in its row', () => {
    const half = ['arsenal 2 1-0-1 1:4 3', 'chelsea 1 0-0-1 0:1 0'];

    expect(table(half, [FIRST, played('chelsea 4-0 arsenal')])).toEqual([
      '1 chelsea 2 3 4:1',
      '2 arsenal 2 3 1:4',
    ]);
  });

  it('counts a running match once when the provider counts it too', () => {
    const live = ['chelsea 2 1-0-1 2:1 3', 'arsenal 2 1-0-1 1:2 3'];

    expect(table(live, [FIRST, played('chelsea 2-0 arsenal', running)])).toEqual([
      '1 chelsea 2 3 2:1 live',
      '2 arsenal 2 3 1:2 live',
    ]);
  });

  it('adds a running match to a row with deducted points', () => {
    const lines = ['arsenal 1 1-0-0 1:0 -3', 'chelsea 1 0-0-1 0:1 0'];

    expect(table(lines, [FIRST, played('arsenal 2-0 chelsea', running)])).toEqual([
      '1 arsenal 2 0 3:0 live',
      '2 chelsea 2 0 0:3 live',
    ]);
  });

  it("preserves the provider's order while no result is missing", () => {
    const judged = ['chelsea 1 0-0-1 0:1 0', 'arsenal 1 1-0-0 1:0 -3'];

    expect(table(judged, [FIRST])).toEqual(['1 chelsea 1 0 0:1', '2 arsenal 1 -3 1:0']);
  });

  it("ignores a result missing from the provider's table for two days", () => {
    const annulled = played('chelsea 4-0 arsenal', { utcDate: '2026-11-19T15:00:00.000Z' });

    expect(table(EVEN, [FIRST, annulled])).toEqual(['1 arsenal 1 3 1:0', '2 chelsea 1 0 0:1']);
  });

  it('never counts a knock-out match', () => {
    const knockOut = { knockOut: true } as const;
    const matches = [
      FIRST,
      played('chelsea 4-0 arsenal', { ...knockOut, ...running }),
      played('chelsea 3-0 arsenal', knockOut),
    ];

    expect(table(EVEN, matches)).toEqual(['1 arsenal 1 3 1:0', '2 chelsea 1 0 0:1']);
    expect(recountedTable(matches, rules).map(({ points }) => points)).toEqual([3, 0]);
  });
});
