import type { Match, MatchTeam, StandingRow } from '@kickoff/contracts';

import type { LeagueRules } from '../leagues.js';
import { formOf } from './form.js';
import { Ranking } from './ranking.js';
import { resultsOf } from './results.js';
import { tallyOf } from './tally.js';

/**
 * The table computed from the matches, by the tie-breaks of the league. Matches in play count with
 * their running score, as if they ended now.
 */
export function standingsOf(
  teams: readonly MatchTeam[],
  matches: readonly Match[],
  { tieBreak, zones }: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): StandingRow[] {
  const results = resultsOf(matches);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const ranked = new Ranking(results, tieBreak).rank(
    // Clubs that nothing separates are sorted by name, as before the first match.
    [...names.keys()].sort((one, other) =>
      (names.get(one) ?? '').localeCompare(names.get(other) ?? '', 'en'),
    ),
  );
  const places = new Map(ranked.map((id, index) => [id, index + 1]));
  const playing = new Set(
    results.filter(({ live }) => live).flatMap(({ home, away }) => [home, away]),
  );

  return teams
    .map((team): StandingRow => {
      const position = places.get(team.id) ?? 0;
      const tally = tallyOf(team.id, results);
      return {
        position,
        team,
        playedGames: tally.played,
        won: tally.won,
        draw: tally.draw,
        lost: tally.lost,
        points: tally.points,
        goalsFor: tally.goalsFor,
        goalsAgainst: tally.goalsAgainst,
        goalDifference: tally.goalsFor - tally.goalsAgainst,
        form: formOf(team.id, results),
        ...zoneAt(position, zones),
        ...(playing.has(team.id) ? { live: true } : {}),
      };
    })
    .sort((one, other) => one.position - other.position);
}

/** The zone of a position, if it has one. */
export function zoneAt(position: number, zones: LeagueRules['zones']): Pick<StandingRow, 'zone'> {
  const zone = zones.find(({ from, to }) => from <= position && position <= to);
  return zone ? { zone: { kind: zone.kind, name: zone.name } } : {};
}
