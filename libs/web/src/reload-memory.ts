/** The names of what a tab keeps over a reload begin so. */
export const RELOAD_PREFIX = 'kickoff:reload:';

/** What this tab kept under a name, also before a reload; undefined where there is nothing. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(RELOAD_PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something for this tab alone, over a reload. A full device keeps nothing. */
export function keepOverReload(name: string, value: object): void {
  try {
    sessionStorage.setItem(RELOAD_PREFIX + name, JSON.stringify(value));
  } catch {
    // Nobody's words are lost: what is kept here only spares a way.
  }
}
