import type { Viewpoint } from '@kickoff/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { clearOfflineCache } from './offline-cache';
import { forgetTabData } from './tab-data';

/** A change to another mode never leads to an earlier moment. */
const canBeEarlier = (mode: Viewpoint['mode']) => mode === 'hidden' || mode === 'replay';

/**
 * Replaces cached data of a match after a change of its viewpoint. Any response may contain the
 * match, so all are refetched; one that cannot be fetched is removed.
 */
export async function applyViewpoint(queries: QueryClient, mode: Viewpoint['mode']): Promise<void> {
  // A response to an earlier request would show the former viewpoint.
  await queries.cancelQueries();
  if (canBeEarlier(mode)) {
    queries.removeQueries({ type: 'inactive' });
    clearOfflineCache();
    forgetTabData();
  }
  await queries.invalidateQueries();
  if (!canBeEarlier(mode)) return;
  await queries.resetQueries({
    type: 'active',
    predicate: ({ state }) => state.fetchStatus === 'idle' && state.isInvalidated,
  });
}
