import type { AlertChange, MatchAlert } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, useMutation, useQuery, useQueryClient } from '@kickoff/web';

const KEY = ['match-alerts'];
const OFF: AlertChange = { kickOff: false, goals: false, fullTime: false };

const isOn = ({ kickOff, goals, fullTime }: AlertChange) => kickOff || goals || fullTime;

async function send(matchId: string, wanted: AlertChange): Promise<void> {
  const path = `/api/user/alerts/${encodeURIComponent(matchId)}` as const;
  if (isOn(wanted)) await callApi(path, { method: 'PUT', body: wanted, as: 'fan' });
  else await callApi(path, { method: 'DELETE', as: 'fan' });
}

/**
 * The fan's alerts of a match; undefined until they are loaded. A change shows at once and is sent
 * after the one before it; a failure returns to the former alerts and gives the reason.
 */
export function useMatchAlert(matchId: string) {
  const queries = useQueryClient();
  const {
    data: list,
    error: loadError,
    refetch,
  } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi('/api/user/alerts', { as: 'fan', signal }),
  });
  const stored = list && (list.find((known) => known.matchId === matchId) ?? OFF);

  const { mutate, error, isPending, variables } = useMutation({
    scope: { id: `match-alert ${matchId}` },
    mutationFn: (wanted: AlertChange) => send(matchId, wanted),
    onSuccess: async (_, wanted) => {
      // A list that is on its way may be from before the change.
      await queries.cancelQueries({ queryKey: KEY });
      const former = queries.getQueryData<MatchAlert[]>(KEY);
      if (!former) {
        void queries.invalidateQueries({ queryKey: KEY });
        return;
      }
      queries.setQueryData<MatchAlert[]>(KEY, [
        ...former.filter((known) => known.matchId !== matchId),
        ...(isOn(wanted) ? [{ ...wanted, matchId }] : []),
      ]);
    },
    // The change may have been stored although its response was lost.
    onError: () => void queries.invalidateQueries({ queryKey: KEY }),
  });
  const alert = isPending ? variables : stored;
  const fault = error ?? (list ? null : loadError);
  return {
    alert,
    isOn: alert !== undefined && isOn(alert),
    change: mutate,
    fault: fault ? errorMessage(fault) : undefined,
    retry: refetch,
  };
}
