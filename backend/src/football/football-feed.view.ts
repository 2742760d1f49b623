import type { FootballFeed, LeagueData } from '@kickoff/contracts';

import type { ProviderFault } from './providers/league-data-provider.js';
import type { LeagueSnapshot } from './snapshots/league-snapshot.js';

const FAULTS: Readonly<Record<ProviderFault, string>> = {
  invalid_key: 'The key was refused. Nothing is asked until the next start.',
  forbidden: 'The key may not see this league. It is not asked for until the next start.',
  not_found: 'The provider does not know this league.',
  rate_limited: 'Too many calls: the provider wants us to wait.',
  unavailable: 'The provider did not answer, or not in time.',
  bad_payload: 'The answer made no sense and was not taken over.',
};

/**
 * A league as admins see it.
 *
 * @param snapshot what its provider told; undefined where nobody is asked
 * @param remaining calls its provider still allows, where it said so
 */
export function toFeedRow(
  { league, source, updatedAt, stale }: LeagueData,
  snapshot: LeagueSnapshot | undefined,
  remaining: number | undefined,
  corrections: number,
): FootballFeed['leagues'][number] {
  const parts = snapshot ? [snapshot.matches, snapshot.standings, snapshot.scorers] : [];
  const tried = parts.map(({ lastTriedAt }) => lastTriedAt?.getTime() ?? -Infinity);
  const lastTriedMs = Math.max(...tried, -Infinity);
  const fault = parts.find(({ lastError }) => lastError !== undefined)?.lastError;
  return {
    league,
    source,
    updatedAt,
    lastTriedAt: lastTriedMs === -Infinity ? null : new Date(lastTriedMs).toISOString(),
    lastError: fault === undefined ? null : FAULTS[fault],
    stale,
    ...(remaining === undefined ? {} : { remaining }),
    corrections,
  };
}
