import type { MonthCount } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

/** What is counted by month, as its call is named. */
export type Counted =
  'user-registrations' | 'post-engagements' | 'likes-given' | 'comments-written';

/** Twelve numbers, one a month of a year in UTC. */
export function useMonths(counted: Counted, year: number) {
  return useQuery({
    queryKey: ['months', counted, year],
    queryFn: ({ signal }) =>
      callApi<MonthCount[]>(`/api/admin/${counted}?year=${year}`, { as: 'admin', signal }),
  });
}
