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
 * The fan's alerts of a match. A change shows at once and is sent after the one before it; a
 * failure returns to the server's state and gives the reason.
 */
export function useMatchAlert(matchId: string) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi('/api/user/alerts', { as: 'fan', signal }),
  });
  const alert: AlertChange = data?.find((known) => known.matchId === matchId) ?? OFF;

  const { mutate, error } = useMutation({
    scope: { id: `match-alert ${matchId}` },
    mutationFn: (wanted: AlertChange) => send(matchId, wanted),
    onMutate: (wanted) => {
      // A list that is on its way would undo what is shown.
      void queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData<MatchAlert[]>(KEY, (list = []) => [
        ...list.filter((known) => known.matchId !== matchId),
        ...(isOn(wanted) ? [{ ...wanted, matchId }] : []),
      ]);
    },
    onError: () => void queries.invalidateQueries({ queryKey: KEY }),
  });
  return {
    alert,
    isOn: isOn(alert),
    change: mutate,
    fault: error ? errorMessage(error) : undefined,
  };
}
