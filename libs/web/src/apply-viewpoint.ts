import type { Viewpoint } from '@kickoff/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { clearOfflineCache } from './offline-cache';
import { forgetTabData } from './tab-data';

/** A change to another mode never leads to an earlier moment. */
const canBeEarlier = (mode: Viewpoint['mode']) => mode === 'hidden' || mode === 'replay';

/** The number of changes, and the end of the latest, which refetches for all. */
let changes = 0;
let latest: Promise<void> = Promise.resolve();
/** Whether what is shown may be later than a viewpoint. */
let mayBeLater = false;

async function refetchAll(queries: QueryClient, mode: Viewpoint['mode']): Promise<void> {
  changes += 1;
  const change = changes;
  mayBeLater ||= canBeEarlier(mode);
  // A response to an earlier request would show the former viewpoint.
  await queries.cancelQueries();
  if (canBeEarlier(mode)) {
    queries.removeQueries({ type: 'inactive' });
    clearOfflineCache();
    forgetTabData();
  }
  await queries.invalidateQueries();
  // A later change has cancelled these requests: what is shown stays until its own have ended.
  if (change !== changes) return latest;
  if (!mayBeLater) return undefined;
  mayBeLater = false;
  return queries.resetQueries({
    type: 'active',
    predicate: ({ state }) => state.fetchStatus === 'idle' && state.isInvalidated,
  });
}

/**
 * Replaces cached data of a match after a change of its viewpoint. Any response may contain the
 * match, so all are refetched; one that cannot be fetched is removed.
 */
export function applyViewpoint(queries: QueryClient, mode: Viewpoint['mode']): Promise<void> {
  latest = refetchAll(queries, mode);
  return latest;
}
