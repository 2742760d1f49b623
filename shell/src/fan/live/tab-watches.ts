import { MAX_WATCHED_MATCHES } from '@kickoff/contracts';

/** Tabs repeat what they watch with each heartbeat of the leader; one silent for longer is gone. */
const LEASE_MS = 10_000;

/** The matches that the other tabs of this browser watch. */
export class TabWatches {
  private readonly tabs = new Map<string, { ids: readonly string[]; atMs: number }>();

  set(tab: string, ids: readonly string[], nowMs: number): void {
    // Deleted first, so that the latest tab is the last.
    this.tabs.delete(tab);
    if (ids.length > 0) this.tabs.set(tab, { ids, atMs: nowMs });
  }

  /** Returns the ids for the stream: this tab's own and the others', as many as a stream may have. */
  list(own: readonly string[], nowMs: number): readonly string[] {
    for (const [tab, { atMs }] of this.tabs) if (nowMs - atMs > LEASE_MS) this.tabs.delete(tab);
    const others = [...this.tabs.values()].flatMap(({ ids }) => ids);
    return [...new Set([...own, ...others])].slice(0, MAX_WATCHED_MATCHES);
  }
}
