import type { BulkPreviewForm, BulkProgress } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

import { FANS } from './fans-address';

const BULK = `${FANS}/bulk`;
const ASK_MS = 700;

/** The selection: a filter as in the list's address. */
export type BulkForm = Omit<BulkPreviewForm, 'filter'> & {
  filter?: Readonly<Record<string, string>>;
};

/** Fetches the effect of a bulk action, once per dialog. */
export function useBulkPreview(form: BulkForm) {
  return useQuery({
    queryKey: [BULK, 'preview', form],
    queryFn: ({ signal }) =>
      callApi(`${BULK}/preview`, { method: 'POST', as: 'admin', body: form, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Starts a previewed bulk action. */
export function startBulkAct(act: {
  previewId: string;
  reason?: string;
  until?: string;
}): Promise<BulkProgress> {
  return callApi(BULK, { method: 'POST', as: 'admin', body: act });
}

/** Polls the progress of a bulk action until it is done, then refetches every list of fans. */
export function useBulkProgress(begun: BulkProgress) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: [BULK, 'progress', begun._id],
    queryFn: async ({ signal }) => {
      const progress = await callApi(`${BULK}/${begun._id}`, { as: 'admin', signal });
      if (progress.state === 'done') void queries.invalidateQueries({ queryKey: [FANS] });
      return progress;
    },
    initialData: begun,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : ASK_MS),
  });
}
