import { callApi, useQuery, useQueryClient } from '@kickoff/web';

import { refetchAfter } from '../../../refetch-after';

const ANNOUNCEMENTS = '/api/admin/announcements';

/** Fetches current, scheduled and past announcements. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [ANNOUNCEMENTS],
    queryFn: ({ signal }) => callApi(ANNOUNCEMENTS, { as: 'admin', signal }),
  });
}

/** Creates and deletes announcements, then refetches the list. */
export function useAnnouncementActions() {
  const queries = useQueryClient();
  const act = (call: Promise<unknown>) =>
    refetchAfter(call, () => queries.invalidateQueries({ queryKey: [ANNOUNCEMENTS] }));
  return {
    /** Idempotent per key. */
    announce: (
      body: { text: string; startsAt?: string; endsAt?: string },
      idempotencyKey: string,
    ) => act(callApi(ANNOUNCEMENTS, { method: 'POST', as: 'admin', body, idempotencyKey })),
    deleteAnnouncement: (id: string) =>
      act(callApi(`${ANNOUNCEMENTS}/${id}`, { method: 'DELETE', as: 'admin' })),
  };
}
