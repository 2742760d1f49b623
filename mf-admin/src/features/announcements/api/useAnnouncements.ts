import type { Announcement } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const ANNOUNCEMENTS = '/api/admin/announcements';

/** What is told to all fans now, what will be and what was. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [ANNOUNCEMENTS],
    queryFn: ({ signal }) => callApi<Announcement[]>(ANNOUNCEMENTS, { as: 'admin', signal }),
  });
}

/** Makes announcements and takes them away; the list is asked anew once it is done. */
export function useAnnouncementActs() {
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
