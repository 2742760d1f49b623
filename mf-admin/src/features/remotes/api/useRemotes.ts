import type { RemoteStatus } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

import { texts } from '../../../texts';
import { formatBuild } from '../format-build';

const REMOTES = '/api/admin/remotes';

/** Fetches the state of the shell and of each micro-frontend. */
export function useRemotes() {
  return useQuery({
    queryKey: [REMOTES],
    queryFn: ({ signal }) => callApi(REMOTES, { as: 'admin', signal }),
    refetchInterval: 30_000,
  });
}

/**
 * Makes the version before live, then refetches the list. Returns what is live. Throws if another
 * build than the given one is live: a second roll-back would revert the first.
 */
export function useRollBack() {
  const queries = useQueryClient();
  return async ({ name, build }: RemoteStatus): Promise<RemoteStatus> => {
    const present = await callApi(REMOTES, { as: 'admin' });
    const live = present.find((remote) => remote.name === name);
    if (live && live.build !== build) {
      queries.setQueryData([REMOTES], present);
      throw new Error(fillText(texts.remotes.changed, { name, build: formatBuild(live) }));
    }
    const row = await callApi(`${REMOTES}/${encodeURIComponent(name)}/rollback`, {
      method: 'POST',
      as: 'admin',
    });
    await queries.invalidateQueries({ queryKey: [REMOTES] });
    return row;
  };
}
