/** Returns the id of the current history entry; undefined for a new one. */
export function historyEntry(): string | undefined {
  // Not validated: only `nameHistoryEntry` writes a state.
  const state = history.state as { entry?: string } | null;
  return state?.entry;
}

/**
 * Returns the id of the current history entry and creates one if it is missing. The id survives
 * back, forward and reload. Has a side effect: do not call it while rendering.
 */
export function nameHistoryEntry(): string {
  const known = historyEntry();
  if (known !== undefined) return known;
  const entry = `${Date.now().toString(36)}-${history.length}`;
  history.replaceState({ entry }, '');
  return entry;
}
