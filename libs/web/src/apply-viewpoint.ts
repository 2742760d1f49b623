import type { Viewpoint } from '@kickoff/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { clearOfflineCache } from './offline-cache';
import { forgetTabData } from './tab-data';

/** A change to another mode never leads to an earlier moment. */
const canBeEarlier = (mode: Viewpoint['mode']) => mode === 'hidden' || mode === 'replay';

/**
 * Replaces what this tab has of a match by what its new viewpoint shows. Any response may contain
 * the match, so all are fetched again; one that cannot be fetched is removed.
 */
export async function applyViewpoint(queries: QueryClient, mode: Viewpoint['mode']): Promise<void> {
  // A response to a request from before the change would show the former viewpoint.
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
