/** Returns the id of the current history entry; undefined for a new one. */
export function historyEntry(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  return typeof state.entry === 'string' ? state.entry : undefined;
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
