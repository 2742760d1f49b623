/** The name of the present entry of the browser's history; undefined for one that has just been created. */
export function historyEntry(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  return typeof state.entry === 'string' ? state.entry : undefined;
}

/**
 * Returns the name of the present entry, and gives it one if it is new: a mark
 * that survives back, forward and reload. Writes, so not for use while rendering.
 */
export function nameHistoryEntry(): string {
  const known = historyEntry();
  if (known !== undefined) return known;
  const entry = `${Date.now().toString(36)}-${history.length}`;
  history.replaceState({ entry }, '');
  return entry;
}
