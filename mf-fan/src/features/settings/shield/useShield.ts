import type { Shield } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, loadDeviceData, useQuery, useQueryClient } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

const PATH = '/api/user/shield';
const KEY = ['shield'];
/** How long 'Saved' is shown. */
const SAVED_MS = 5_000;

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
  const [fault, setFault] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const newest = useRef<Shield>(undefined);
  const sending = useRef(Promise.resolve());
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const send = async (next: Shield) => {
    let failed: string | undefined;
    try {
      const { applyViewpoint } = await loadDeviceData();
      const stored = await callApi(PATH, { method: 'PUT', body: next, as: 'fan' });
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<Shield>(KEY, stored);
      // Its matches are hidden from now on.
      await applyViewpoint(queries, 'hidden');
    } catch (failure) {
      failed = errorMessage(failure);
    }
    if (newest.current !== next) return;
    setWanted(undefined);
    setFault(failed);
    setSaved(failed === undefined);
  };
  const shield = wanted ?? query.data;
  const change = (changed: Partial<Shield>) => {
    const next = withoutRest({ ...shield, ...changed });
    newest.current = next;
    setWanted(next);
    setFault(undefined);
    setSaved(false);
    sending.current = sending.current.then(() => send(next));
  };
  return { query, shield, change, outcome: { fault, isSaved } };
}
