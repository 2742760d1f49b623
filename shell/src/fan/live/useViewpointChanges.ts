import { loadDeviceData, onLiveEvent, useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

/** Shows matches from the viewpoints that the fan sets on another page or device, while mounted. */
export function useViewpointChanges(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.name !== 'viewpoint.changed') return;
        loadDeviceData().then(
          ({ applyViewpoint }) => applyViewpoint(queries, event.data.mode),
          // Without the code nothing is known to be gone: a reload fetches everything.
          () => window.location.reload(),
        );
      }),
    [queries],
  );
}
