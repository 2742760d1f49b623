const PREFIX = 'kickoff:reload:';

/** What this tab kept under a name, also before a reload; undefined where there is nothing. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something for this tab alone, over a reload. A full device keeps nothing. */
export function keepOverReload(name: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nobody's words are lost: what is kept here only spares a way.
  }
}

/** Takes from this tab all that was kept over reloads. */
export function forgetReloadMemory(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  }
}
