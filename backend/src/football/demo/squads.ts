import { CLUBS, clubOf, DEMO_NAMES } from '../leagues.js';
import { randomOf, shuffled } from './random.js';

/** Share of a club's goals by squad position: one striker scores a quarter. */
export const GOALS_BY_PLACE = [25, 14, 11, 9, 7, 6, 5, 4, 3, 3, 2, 1, 4, 3, 2, 1] as const;
/** Share of the assists: players behind the striker. */
export const ASSISTS_BY_PLACE = [9, 12, 14, 14, 11, 8, 6, 5, 5, 4, 3, 1, 3, 2, 2, 1] as const;
/** Share of the cards: mostly defenders. */
export const CARDS_BY_PLACE = [4, 4, 5, 6, 9, 10, 9, 10, 10, 9, 8, 2, 4, 4, 4, 2] as const;

const squads = new Map<string, readonly string[]>();
const poolOf = (country: string) => (country in DEMO_NAMES ? country : 'EUR');

/**
 * The fictional players of a club, by position. Full names are unique in a country; given and
 * family names are unique in a squad.
 */
export function squadOf(clubId: string): readonly string[] {
  const known = squads.get(clubId);
  if (known) return known;

  const pool = poolOf(clubOf(clubId).country);
  const names = DEMO_NAMES[pool] ?? { given: [], family: [] };
  const neighbours = CLUBS.filter(({ country }) => poolOf(country) === pool);
  const number = neighbours.findIndex(({ id }) => id === clubId);

  // A step of 5 through the family names never repeats within a squad and starts one further for
  // each club: a pair of names identifies the club.
  const players = names.given.map((given, index) => {
    const family = names.family[(number + 5 * index) % names.family.length] ?? '';
    return `${given} ${family}`;
  });
  const squad = shuffled(players, randomOf(`squad|${clubId}`)).slice(0, GOALS_BY_PLACE.length);
  squads.set(clubId, squad);
  return squad;
}
