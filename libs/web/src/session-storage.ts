/** Key prefix of what a tab stores across a reload. */
export const RELOAD_PREFIX = 'kickoff:reload:';

/** Reads what this tab stored under a name, unvalidated; undefined if there is nothing. */
export function readSession(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(RELOAD_PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value for this tab, across reloads. Does nothing if the storage is full. */
export function writeSession(name: string, value: object): void {
  try {
    sessionStorage.setItem(RELOAD_PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing typed by the fan is lost: callers store only a position or a list.
  }
}
