const PREFIX = 'kickoff:recent:';
const MAX = 16;
/** Older entries expire. */
const AGE_MS = 14 * 24 * 60 * 60_000;

interface StoredPicks {
  picks: string[];
  /** Time of the last use, in ms since 1970. */
  at: number;
}

function readStored(name: string): StoredPicks | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    if (!('picks' in stored) || !Array.isArray(stored.picks)) return undefined;
    if (!('at' in stored) || typeof stored.at !== 'number') return undefined;
    const { picks, at } = stored;
    if (Date.now() - at >= AGE_MS) return undefined;
    return { picks: picks.filter((pick) => typeof pick === 'string'), at };
  } catch {
    return undefined;
  }
}

const storageKey = (owner: string, of: string) => `${PREFIX}${owner}:${of}`;

const allKeys = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));

/** Returns what an owner used last on this device, newest first. */
export function readRecentlyUsed(owner: string, of: string): string[] {
  return readStored(storageKey(owner, of))?.picks ?? [];
}

/** Puts an item before all others of its owner. */
export function storeRecentlyUsed(owner: string, of: string, pick: string): void {
  const picks = [pick, ...readRecentlyUsed(owner, of).filter((other) => other !== pick)].slice(
    0,
    MAX,
  );
  const stored: StoredPicks = { picks, at: Date.now() };
  try {
    localStorage.setItem(storageKey(owner, of), JSON.stringify(stored));
  } catch {
    // A full device must not prevent the choice.
  }
}

/** Removes the items of matching owners. */
export function removeRecentlyUsed(isTheirs: (owner: string) => boolean): void {
  for (const name of allKeys()) {
    const [owner = ''] = name.slice(PREFIX.length).split(':', 1);
    if (isTheirs(owner)) localStorage.removeItem(name);
  }
}

/** Removes expired and unreadable items. */
export function removeExpiredRecentlyUsed(): void {
  for (const name of allKeys()) if (!readStored(name)) localStorage.removeItem(name);
}
