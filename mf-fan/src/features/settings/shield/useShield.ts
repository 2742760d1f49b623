import type { Shield } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import {
  broadcastInvalidation,
  callApi,
  loadDeviceData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@kickoff/web';
import { useState } from 'react';

import { useSavedNotice } from '../useSavedNotice';

const PATH = '/api/user/shield';
const KEY = ['shield'];

/** A shield without matches ends. */
function withoutRest(shield: Shield): Shield {
  const { all = false, teams = [], leagues = [], until } = shield;
  if (!all && teams.length === 0 && leagues.length === 0) return {};
  return {
    ...(all ? { all } : {}),
    ...(teams.length > 0 ? { teams } : {}),
    ...(leagues.length > 0 ? { leagues } : {}),
    ...(until === undefined ? {} : { until }),
  };
}

/** What became of the last change of a part. */
interface Outcome {
  fault: string | undefined;
  isSaved: boolean;
}

const NO_OUTCOME: Outcome = { fault: undefined, isSaved: false };

/**
 * The fan's spoiler shield. A change shows at once and is sent after the one before it; a failure
 * returns to the server's state and gives the reason.
 */
export function useShield() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(PATH, { as: 'fan', signal }),
  });
  const [wanted, setWanted] = useState<Shield>();
  const [changed, setChanged] = useState<keyof Shield>();
  const saving = useMutation({
    mutationKey: KEY,
    scope: { id: 'shield' },
    mutationFn: async (next: Shield) => {
      const { applyViewpoint } = await loadDeviceData();
      const stored = await callApi(PATH, { method: 'PUT', body: next, as: 'fan' });
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<Shield>(KEY, stored);
      // A change replaces the whole shield: that of another tab has to start from this one.
      broadcastInvalidation('fan', [KEY]);
      // Its matches are hidden from now on.
      await applyViewpoint(queries, 'hidden');
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: KEY }) === 1) setWanted(undefined);
    },
  });
  const isSaved = useSavedNotice(saving);
  const shield = wanted ?? query.data;
  const change = <Part extends keyof Shield>(part: Part, value: Shield[Part]) => {
    const next = withoutRest({ ...shield, [part]: value });
    setChanged(part);
    setWanted(next);
    saving.mutate(next);
  };
  const fault = saving.error ? errorMessage(saving.error) : undefined;
  const outcomeOf = (part: keyof Shield): Outcome =>
    part === changed ? { fault, isSaved } : NO_OUTCOME;
  return { query, shield, change, outcomeOf };
}
