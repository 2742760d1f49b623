const PREFIX = 'kickoff:preference:';

/** What this device stores under a name, as it was written; undefined where there is nothing. */
export function readPreference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a choice on this device, whoever signs in on it. A full device stores nothing. */
export function writePreference(name: string, value: string | readonly string[]): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The choice counts for this page nevertheless.
  }
}
