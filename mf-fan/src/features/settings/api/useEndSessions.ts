import type { SessionRow } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { SESSIONS_KEY } from './useSessions';

async function end({ _id }: SessionRow): Promise<void> {
  try {
    await callApi(`/api/user/sessions/${_id}`, { method: 'DELETE', as: 'fan' });
  } catch (failure) {
    // Already expired, or ended elsewhere.
    if (!(failure instanceof CallFailure) || failure.status !== 404) throw failure;
  }
}

/** Ends sessions one after the other. Each stays in the list until the server confirms. */
export function useEndSessions() {
  const queries = useQueryClient();
  return async (sessions: readonly SessionRow[]): Promise<void> => {
    for (const session of sessions) {
      await end(session);
      await queries.cancelQueries({ queryKey: SESSIONS_KEY });
      queries.setQueryData<SessionRow[]>(SESSIONS_KEY, (rows) =>
        rows?.filter(({ _id }) => _id !== session._id),
      );
    }
  };
}
