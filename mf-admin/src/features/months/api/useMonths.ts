import { callApi, useQuery } from '@kickoff/web';

/** What is counted by month, named as in the API. */
export type Counted =
  | 'user-registrations'
  | 'post-engagements'
  | 'likes-given'
  | 'comments-written';

/** Fetches twelve counts, one per month of a year in UTC. */
export function useMonths(counted: Counted, year: number) {
  return useQuery({
    queryKey: ['months', counted, year],
    queryFn: ({ signal }) => callApi(`/api/admin/${counted}?year=${year}`, { as: 'admin', signal }),
  });
}
