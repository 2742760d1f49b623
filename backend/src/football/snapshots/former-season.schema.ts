import type { League } from '@kickoff/contracts';

import { defineCollection } from '../../common/mongo/collections.js';
import type { LeagueSnapshot } from './league-snapshot.schema.js';

/**
 * The matches of a league's previous season as the provider stated them last: their pages, timelines
 * and threads stay readable.
 */
export interface FormerSeason extends Pick<LeagueSnapshot, 'season' | 'goals'> {
  _id: League;
  matches: NonNullable<LeagueSnapshot['matches']['data']>;
}

export const formerSeasonsCollection = defineCollection<FormerSeason>('football_former_seasons');

/** Returns the season that ended between two snapshots of a league; undefined if none did. */
export function endedSeason(
  before: LeagueSnapshot | undefined,
  next: LeagueSnapshot,
): FormerSeason | undefined {
  if (!before || before.provider !== next.provider || before.season === next.season) {
    return undefined;
  }
  const { _id, season, goals, matches } = before;
  return matches.data && { _id, season, matches: matches.data, ...(goals ? { goals } : {}) };
}
