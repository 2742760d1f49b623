import { homeLeagueOf, type League, LEAGUES, type Team } from '@kickoff/contracts';

/** The clubs of one league. */
export interface LeagueTeams {
  league: League;
  teams: Team[];
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The Champions League last: only clubs of no other league are in its group. */
const GROUPS: readonly League[] = [
  ...LEAGUES.filter((league) => league !== 'champions_league'),
  'champions_league',
];

/** Returns the clubs of which each searched word begins a word of a name, by league. */
export function findTeams(teams: readonly Team[], query: string): LeagueTeams[] {
  const wanted = wordsOf(query);
  const found = teams.filter(({ name, shortName, tla }) => {
    const words = wordsOf(`${name} ${shortName} ${tla}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  return GROUPS.map((league) => ({
    league,
    teams: found
      .filter((team) => homeLeagueOf(team) === league)
      .sort((one, other) => one.name.localeCompare(other.name)),
  })).filter((group) => group.teams.length > 0);
}
