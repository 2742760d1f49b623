import type { FootballFeed, LeagueData } from '@kickoff/contracts';

import type { ProviderFault } from './providers/league-data-provider.js';
import type { LeagueSnapshot, Part, GoalsPart } from './snapshots/league-snapshot.schema.js';

/** What admins read about a fault. */
export const FAULTS: Readonly<Record<ProviderFault, string>> = {
  invalid_key: 'The key was refused. Nothing is asked until the next start.',
  forbidden: 'The key may not see this league. It is not asked for until the next start.',
  not_found: 'The provider does not know this league.',
  rate_limited: 'Too many calls: the provider wants us to wait.',
  unavailable: 'The provider did not answer, or not in time.',
  bad_payload: 'The answer made no sense and was not taken over.',
};

const toTriedMs = ({ lastTriedAt }: Part<unknown>) => lastTriedAt?.getTime() ?? -Infinity;

/** The goals that were requested last. */
function findNewest(goals: readonly GoalsPart[]): GoalsPart | undefined {
  return goals.reduce<GoalsPart | undefined>(
    (newest, next) => (newest && toTriedMs(newest) >= toTriedMs(next) ? newest : next),
    undefined,
  );
}

/** Formats the latest fault. A fault of goals concerns one match, not the league. */
function formatFault(parts: readonly Part<unknown>[], goals: GoalsPart | undefined) {
  const fault = parts.find(({ lastError }) => lastError !== undefined)?.lastError;
  if (fault !== undefined) return FAULTS[fault];
  return goals?.lastError === undefined ? null : `Goals of a match: ${FAULTS[goals.lastError]}`;
}

/**
 * Maps a league to the row for admins.
 *
 * @param snapshot stored provider data; undefined without a provider
 * @param remaining calls that the provider still allows, if reported
 */
export function toFeedRow(
  { league, source, updatedAt, stale }: LeagueData,
  snapshot: LeagueSnapshot | undefined,
  remaining: number | undefined,
  corrections: number,
): FootballFeed['leagues'][number] {
  const parts = snapshot ? [snapshot.matches, snapshot.standings, snapshot.scorers] : [];
  const goals = findNewest(snapshot?.goals ?? []);
  const lastTriedMs = Math.max(-Infinity, ...[...parts, ...(goals ? [goals] : [])].map(toTriedMs));
  return {
    league,
    source,
    updatedAt,
    lastTriedAt: lastTriedMs === -Infinity ? null : new Date(lastTriedMs).toISOString(),
    lastError: formatFault(parts, goals),
    stale,
    ...(remaining === undefined ? {} : { remaining }),
    corrections,
  };
}
