import type { MatchTeam } from '@kickoff/contracts';

import { CLUBS, teamOf, UNDECIDED } from '../leagues.js';
import { API_FOOTBALL_CLUBS } from './api-football-clubs.js';
import type { ProviderId } from './league-data-provider.js';

/** A club with the names of a provider; an undecided place in a draw has no name. */
interface NamedClub {
  id: number | null;
  name: string | null;
  shortName?: string | null | undefined;
  tla?: string | null | undefined;
}

/** Words that only some sources use. */
const GENERIC = new Set(['fc', 'afc', 'cf', 'sc', 'ac', 'fk', 'sk', 'sv', 'the']);

const byKey = new Map<string, string>();
const ambiguous = new Set<string>();
for (const { id, name, shortName } of CLUBS) {
  for (const key of new Set([keyOf(name), keyOf(shortName)])) {
    if (byKey.has(key)) ambiguous.add(key);
    byKey.set(key, id);
  }
}
for (const { club, name } of API_FOOTBALL_CLUBS) byKey.set(keyOf(name), club);

const byName = new Map(CLUBS.map(({ id, name }) => [name, id]));

const byId = new Map(
  API_FOOTBALL_CLUBS.flatMap(({ id, club }) => (id === undefined ? [] : [[id, club] as const])),
);

/** Returns our club if its id or name is known, else one built from the provider data. */
export function teamFrom(provider: ProviderId, { id, name, shortName, tla }: NamedClub): MatchTeam {
  if (id === null || name === null) {
    return UNDECIDED;
  }
  const key = keyOf(name);
  const known =
    (provider === 'api-football' ? byId.get(id) : undefined) ??
    byName.get(name) ??
    (ambiguous.has(key) ? undefined : byKey.get(key));
  if (known !== undefined) return teamOf(known);
  const letters = name.normalize('NFD').replace(/[^A-Za-z]/g, '');
  return {
    id: `${provider}:${id}`,
    name,
    shortName: shortName ?? name,
    tla: tla ?? letters.slice(0, 3).toUpperCase(),
    colors: UNDECIDED.colors,
  };
}

/** Normalizes a name: removes accents, case, punctuation and generic words. */
function keyOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !GENERIC.has(word)).join(' ');
}
