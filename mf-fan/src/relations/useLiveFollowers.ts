import { onLiveEvent, useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

import { PEOPLE_KEY } from './people-keys';

/** Refetches shown people while mounted when someone follows the fan. */
export function useLiveFollowers(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.name !== 'notification' || event.data.kind !== 'follow') return;
        void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
      }),
    [queries],
  );
}
