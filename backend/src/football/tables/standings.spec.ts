import { describe, expect, it } from '@jest/globals';
import type { Match, MatchTeam } from '@kickoff/contracts';

import { rulesOf } from '../leagues.js';
import { standingsOf } from './standings.js';

const team = (id: string): MatchTeam => ({
  id,
  name: id,
  shortName: id,
  tla: id,
  colors: ['#000000', '#FFFFFF'],
});

let minutes = 0;
/** A match `A 2-1 B`, one minute after the previous one. */
function played(line: string, over: Partial<Match> = {}): Match {
  const [, home = '', homeGoals, awayGoals, away = ''] =
    /^(\w+) (\d+)-(\d+) (\w+)$/.exec(line) ?? [];
  const score = { homeTeam: Number(homeGoals), awayTeam: Number(awayGoals) };
  minutes += 1;
  return {
    id: line,
    homeTeam: team(home),
    awayTeam: team(away),
    utcDate: new Date(minutes * 60_000).toISOString(),
    status: 'FINISHED',
    matchday: 1,
    score: { fullTime: score, halfTime: score },
    ...over,
  };
}

const table = (
  league: Parameters<typeof rulesOf>[0],
  clubs: string,
  lines: readonly string[],
  more: readonly Match[] = [],
) =>
  standingsOf(
    clubs.split(' ').map(team),
    [...lines.map((line) => played(line)), ...more],
    rulesOf(league),
  );

const order = (...args: Parameters<typeof table>) =>
  table(...args)
    .map((row) => row.team.id)
    .join(' ');

describe('standingsOf', () => {
  it('counts three points for a win, one for a draw and the goals of both sides', () => {
    const [first] = table('premier_league', 'A B C', ['A 3-1 B', 'C 2-2 A', 'A 0-1 C', 'C 0-0 B']);

    expect(first).toMatchObject({
      position: 1,
      team: { id: 'C' },
      playedGames: 3,
      won: 1,
      draw: 2,
      lost: 0,
      points: 5,
      goalsFor: 3,
      goalsAgainst: 2,
      goalDifference: 1,
      form: 'D,W,D',
    });
  });

  it('lists all clubs by name with zero matches before the first match', () => {
    const rows = table('la_liga', 'C A B', []);

    expect(rows.map((row) => [row.position, row.team.id, row.playedGames])).toEqual([
      [1, 'A', 0],
      [2, 'B', 0],
      [3, 'C', 0],
    ]);
  });

  it('counts the running score of a match in play and marks its clubs', () => {
    const running = played('B 1-0 A', { status: 'IN_PLAY', minute: 70 });

    const rows = table('premier_league', 'A B C', ['A 1-0 C'], [running]);

    expect(rows.map((row) => [row.team.id, row.points, row.live ?? false])).toEqual([
      ['B', 3, true],
      ['A', 3, true],
      ['C', 0, false],
    ]);
    expect(rows.map((row) => row.form)).toEqual(['', 'W', 'L']);
  });

  it.each(['POSTPONED', 'SUSPENDED', 'CANCELED'] as const)('omits a match that is %s', (status) => {
    const [first] = table('premier_league', 'A B', [], [played('B 2-0 A', { status })]);

    expect(first).toMatchObject({ team: { id: 'A' }, playedGames: 0 });
  });

  it('shows the last five results, newest last', () => {
    const lines = ['A 0-1 B', 'A 1-1 B', 'A 1-0 B', 'A 1-0 B', 'A 0-0 B', 'A 2-0 B'];

    expect(table('premier_league', 'A B', lines)[0]?.form).toBe('D,W,W,D,W');
  });

  it('sets the zone of each position that has one', () => {
    const clubs = rulesOf('premier_league').clubs.join(' ');

    const zones = table('premier_league', clubs, []).map((row) => row.zone?.kind);

    expect(zones.slice(0, 7)).toEqual(['ucl', 'ucl', 'ucl', 'ucl', 'uel', 'uecl', undefined]);
    expect(zones.slice(16)).toEqual([undefined, 'relegation', 'relegation', 'relegation']);
  });
});

describe('standingsOf level clubs', () => {
  // A and B are level on points. B won the direct matches, A has the better goal difference.
  const direct = ['A 1-0 B', 'B 2-0 A'];
  const rest = ['A 5-0 C', 'B 1-0 C', 'C 0-0 A', 'C 0-0 B'];

  it.each(['premier_league', 'bundesliga', 'ligue_1', 'eredivisie'] as const)(
    'ranks by goal difference first in %s',
    (league) => {
      expect(order(league, 'A B C', [...direct, ...rest])).toBe('A B C');
    },
  );

  it.each(['la_liga', 'serie_a', 'indian_super_league'] as const)(
    'ranks by direct matches first in %s',
    (league) => {
      expect(order(league, 'A B C', [...direct, ...rest])).toBe('B A C');
    },
  );

  it('ranks by goal difference in la_liga until all direct matches are played', () => {
    expect(order('la_liga', 'A B C', ['B 1-0 A', 'A 5-0 C'])).toBe('A B C');
  });

  // Level on points and difference: B won the direct matches, A has scored more.
  const levelOnDifference = ['A 1-0 B', 'B 2-0 A', 'A 4-1 C', 'B 1-0 C', 'C 0-0 A', 'C 0-0 B'];

  it('ranks by goals before direct matches in premier_league', () => {
    expect(order('premier_league', 'A B C', levelOnDifference)).toBe('A B C');
  });

  it('ranks by direct matches before goals in ligue_1', () => {
    expect(order('ligue_1', 'A B C', levelOnDifference)).toBe('B A C');
  });

  it('ranks by away goals in direct matches in bundesliga when all else is level', () => {
    const lines = ['A 2-1 B', 'B 1-0 A', 'A 0-0 C', 'B 0-0 C', 'C 0-0 A', 'C 0-0 B'];

    expect(order('bundesliga', 'A B C', lines)).toBe('B A C');
  });

  it('restarts with direct matches of the remaining clubs once a third club is separated', () => {
    // Ten points each. Among the three, A has eight points; B and C have four, B with the better
    // goal difference. In the matches of B and C alone, C is ahead.
    const amongThree = ['A 1-0 B', 'B 0-0 A', 'A 5-0 C', 'C 0-0 A', 'B 1-0 C', 'C 2-0 B'];
    const againstD = ['A 0-0 D', 'D 0-0 A', 'B 1-0 D', 'D 0-1 B', 'C 1-0 D', 'D 0-1 C'];

    expect(order('la_liga', 'A B C D', [...amongThree, ...againstD])).toBe('A C B D');
  });

  it('ranks by goals, then by away goals in champions_league', () => {
    const drawnAway = ['A 0-0 C', 'D 2-2 A', 'B 2-2 D', 'C 0-0 B'];

    expect(order('champions_league', 'B A C D', drawnAway)).toBe('D A B C');
  });

  it("ranks by opponents' results in champions_league when own results are level", () => {
    // A and B both won 1-0 at home; A beat the club that has won something itself.
    const lines = ['A 1-0 C', 'B 1-0 D', 'C 3-0 E'];

    expect(order('champions_league', 'B A C D E', lines)).toBe('C A B D E');
  });
});
