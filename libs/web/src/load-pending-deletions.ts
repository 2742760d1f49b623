/** Loads what remembers deletions that wait: hardly a visit deletes anything. */
export const loadPendingDeletions = () =>
  import(/* webpackChunkName: "device-data" */ './pending-deletions');
