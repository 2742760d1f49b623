function entryIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  return typeof state.entry === 'string' ? state.entry : undefined;
}

/**
 * Names the present entry of the browser's history, by a mark in it that is
 * still there after back, forward and reload. One without a mark is new: it has
 * just been gone to.
 */
export function enterHistory(): { entry: string; isNew: boolean } {
  const known = entryIn(history.state);
  if (known !== undefined) return { entry: known, isNew: false };
  const entry = `${Date.now().toString(36)}-${history.length}`;
  history.replaceState({ entry }, '');
  return { entry, isNew: true };
}
