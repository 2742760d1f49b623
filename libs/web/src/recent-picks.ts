const PREFIX = 'kickoff:recent:';
/** As many as are worth offering first. */
const MAX = 16;
/** What was not used for so long is offered no more. */
const AGE_MS = 14 * 24 * 60 * 60_000;

interface StoredPicks {
  picks: string[];
  /** When something was picked last, in ms since 1970. */
  at: number;
}

function storedUnder(name: string): StoredPicks | undefined {
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

const nameOf = (owner: string, of: string) => `${PREFIX}${owner}:${of}`;

const allNames = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));

/** What an owner picked last on this device, newest first. */
export function picksOf(owner: string, of: string): string[] {
  return storedUnder(nameOf(owner, of))?.picks ?? [];
}

/** Puts a pick before all others of its owner. */
export function storePick(owner: string, of: string, pick: string): void {
  const picks = [pick, ...picksOf(owner, of).filter((other) => other !== pick)].slice(0, MAX);
  const stored: StoredPicks = { picks, at: Date.now() };
  try {
    localStorage.setItem(nameOf(owner, of), JSON.stringify(stored));
  } catch {
    // A full device must not stop anybody from picking.
  }
}

/** Takes the picks of some owners from this device. */
export function forgetPicks(isTheirs: (owner: string) => boolean): void {
  for (const name of allNames()) {
    const [owner = ''] = name.slice(PREFIX.length).split(':', 1);
    if (isTheirs(owner)) localStorage.removeItem(name);
  }
}

/** Takes from this device what has expired or cannot be read. */
export function forgetStalePicks(): void {
  for (const name of allNames()) if (!storedUnder(name)) localStorage.removeItem(name);
}
