const PREFIX = 'kickoff:recent:';
/** As many as are worth offering first. */
const MAX = 16;

/** What was picked last on this device, newest first. */
export function recentPicks(of: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + of) ?? '[]');
    return Array.isArray(kept) ? kept.filter((pick) => typeof pick === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts a pick before all others. */
export function keepPick(of: string, pick: string): void {
  const picks = [pick, ...recentPicks(of).filter((other) => other !== pick)].slice(0, MAX);
  try {
    localStorage.setItem(PREFIX + of, JSON.stringify(picks));
  } catch {
    // A full device must not stop anybody from picking.
  }
}
