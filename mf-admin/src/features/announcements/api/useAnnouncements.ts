import { callApi, useQuery, useQueryClient } from '@kickoff/web';

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
  const renew = () => queries.invalidateQueries({ queryKey: [ANNOUNCEMENTS] });
  return {
    announce: async (announcement: { text: string; startsAt?: string; endsAt?: string }) => {
      await callApi(ANNOUNCEMENTS, { method: 'POST', as: 'admin', body: announcement });
      await renew();
    },
    deleteAnnouncement: async (id: string) => {
      await callApi(`${ANNOUNCEMENTS}/${id}`, { method: 'DELETE', as: 'admin' });
      await renew();
    },
  };
}
