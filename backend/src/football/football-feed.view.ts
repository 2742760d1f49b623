import type { FootballFeed, LeagueData } from '@kickoff/contracts';

import type { ProviderFault } from './providers/league-data-provider.js';
import type { LeagueSnapshot, Part, ToldGoals } from './snapshots/league-snapshot.js';

const FAULTS: Readonly<Record<ProviderFault, string>> = {
  invalid_key: 'The key was refused. Nothing is asked until the next start.',
  forbidden: 'The key may not see this league. It is not asked for until the next start.',
  not_found: 'The provider does not know this league.',
  rate_limited: 'Too many calls: the provider wants us to wait.',
  unavailable: 'The provider did not answer, or not in time.',
  bad_payload: 'The answer made no sense and was not taken over.',
};

const triedMs = ({ lastTriedAt }: Part<unknown>) => lastTriedAt?.getTime() ?? -Infinity;

/** The match whose goals were asked for last. */
function newestOf(goals: readonly ToldGoals[]): ToldGoals | undefined {
  return goals.reduce<ToldGoals | undefined>(
    (newest, told) => (newest && triedMs(newest) >= triedMs(told) ? newest : told),
    undefined,
  );
}

/** What went wrong at the latest tries; with goals one match's alone, the rest of the league may be well. */
function faultInWords(parts: readonly Part<unknown>[], goals: ToldGoals | undefined) {
  const fault = parts.find(({ lastError }) => lastError !== undefined)?.lastError;
  if (fault !== undefined) return FAULTS[fault];
  return goals?.lastError === undefined ? null : `Goals of a match: ${FAULTS[goals.lastError]}`;
}

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
  const goals = newestOf(snapshot?.goals ?? []);
  const lastTriedMs = Math.max(-Infinity, ...[...parts, ...(goals ? [goals] : [])].map(triedMs));
  return {
    league,
    source,
    updatedAt,
    lastTriedAt: lastTriedMs === -Infinity ? null : new Date(lastTriedMs).toISOString(),
    lastError: faultInWords(parts, goals),
    stale,
    ...(remaining === undefined ? {} : { remaining }),
    corrections,
  };
}
