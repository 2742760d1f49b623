import { callApi, useQuery } from '@kickoff/web';

import { useRefetchAfter } from '../../../useRefetchAfter';

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
  const act = useRefetchAfter(ANNOUNCEMENTS);
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
