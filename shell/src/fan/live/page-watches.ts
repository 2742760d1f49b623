import { MAX_WATCHED_MATCHES } from '@kickoff/contracts';

/** Pages repeat what they watch with each heartbeat of the leader; one silent for longer is gone. */
const LEASE_MS = 10_000;

/** The matches that the pages of this browser watch. */
export class PageWatches {
  private readonly pages = new Map<string, { ids: readonly string[]; atMs: number }>();

  set(page: string, ids: readonly string[], nowMs: number): void {
    if (ids.length > 0) this.pages.set(page, { ids, atMs: nowMs });
    else this.pages.delete(page);
  }

  /** Returns the ids for the stream, at most as many as one may have; the latest pages' come first. */
  list(nowMs: number): readonly string[] {
    for (const [page, { atMs }] of this.pages) if (nowMs - atMs > LEASE_MS) this.pages.delete(page);
    const latestFirst = [...this.pages.values()].reverse().flatMap(({ ids }) => ids);
    return [...new Set(latestFirst)].slice(0, MAX_WATCHED_MATCHES);
  }
}
