const PREFIX = 'kickoff:preference:';

/** Reads a preference of this device, unvalidated; undefined if there is none. */
export function readPreference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a preference on this device, for every account. A full device stores nothing. */
export function writePreference(name: string, value: string | readonly string[]): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The choice still applies to this page.
  }
}
