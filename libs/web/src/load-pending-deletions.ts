import type * as pendingDeletions from './pending-deletions';

/** Loads the storage of pending deletions on demand: few visits delete anything. */
export const loadPendingDeletions = (): Promise<typeof pendingDeletions> =>
  import(/* webpackChunkName: "device-data" */ './pending-deletions');
