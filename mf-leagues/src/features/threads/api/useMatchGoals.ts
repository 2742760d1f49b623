import { callApi, useQuery } from '@kickoff/web';

import type { Entry } from '../thread-rows';
import { threadKey } from './useThread';

/** Returns the goals of a match: those of its timeline and those in rows of its thread. */
export function useMatchGoals(matchId: string, entries: readonly Entry[]): Entry[] {
  const { data } = useQuery({
    queryKey: [...threadKey(matchId), 'goals'],
    queryFn: ({ signal }) =>
      callApi(`/api/football/matches/${encodeURIComponent(matchId)}/timeline`, {
        as: 'fan',
        signal,
      }),
  });
  const known = new Map<number, Entry>();
  for (const entry of [...(data?.entries ?? []), ...entries]) known.set(entry.seq, entry);
  const cancelled = new Set([...known.values()].map(({ cancels }) => cancels));
  return [...known.values()]
    .filter(({ kind }) => kind === 'goal')
    .map((goal) => (cancelled.has(goal.seq) ? { ...goal, cancelled: true as const } : goal))
    .sort((one, other) => one.seq - other.seq);
}
