import type { Fixture } from './fixtures.js';
import { planned, type PlannedMatch } from './planned-match.js';

/** When several matches of a round may begin. */
export interface Slot {
  atMs: number;
  matches: number;
}

/** A match that might be played next, and how rested its less rested club is. */
interface Choice {
  fixture: Fixture;
  restMs: number;
}

/** More rest than this makes no choice better. */
const FULL_REST_MS = 72 * 3_600_000;

/** Knows when each club plays, over all its competitions, and finds dates at which both are rested. */
export class Diary {
  /** Kick-offs of each club in order. */
  private readonly kickoffs = new Map<string, number[]>();

  /** Enters a match. */
  book(fixture: Fixture, kickoffMs: number): PlannedMatch {
    for (const club of [fixture.home, fixture.away]) {
      const dates = [...(this.kickoffs.get(club) ?? []), kickoffMs];
      this.kickoffs.set(
        club,
        dates.sort((one, other) => one - other),
      );
    }
    return planned(fixture, kickoffMs);
  }

  /** The match whose clubs are best rested, the first of equals. */
  mostRested(fixtures: readonly Fixture[], atMs: number): Choice | undefined {
    let best: Choice | undefined;
    for (const fixture of fixtures) {
      const restMs = Math.min(this.restMs(fixture.home, atMs), this.restMs(fixture.away, atMs));
      if (!best || restMs > best.restMs) best = { fixture, restMs };
      if (restMs >= FULL_REST_MS) break;
    }
    return best;
  }

  /**
   * Spreads a round over its slots, the best rested clubs first. What finds no
   * slot, or none with `minRestMs`, is handed back.
   */
  fill(
    round: readonly Fixture[],
    slots: readonly Slot[],
    minRestMs: number,
  ): { booked: PlannedMatch[]; left: Fixture[] } {
    const booked: PlannedMatch[] = [];
    let left = [...round];
    for (const { atMs, matches } of outerFirst(slots)) {
      for (let place = 0; place < matches; place += 1) {
        const choice = this.mostRested(left, atMs);
        if (!choice || choice.restMs < minRestMs) break;
        booked.push(this.book(choice.fixture, atMs));
        left = left.filter((fixture) => fixture !== choice.fixture);
      }
    }
    return { booked, left };
  }

  /** A club's time to its nearest match, before or after. */
  private restMs(club: string, atMs: number): number {
    const dates = this.kickoffs.get(club) ?? [];
    const latest = dates.findLastIndex((kickoffMs) => kickoffMs <= atMs);
    const before = dates[latest] ?? -Infinity;
    const after = dates[latest + 1] ?? Infinity;
    return Math.min(FULL_REST_MS, atMs - before, after - atMs);
  }
}

/** The first and last slots of a round lie nearest to other rounds, so they choose before those between. */
function outerFirst(slots: readonly Slot[]): Slot[] {
  const times = slots.map(({ atMs }) => atMs);
  const middle = (Math.min(...times) + Math.max(...times)) / 2;
  return [...slots].sort(
    (one, other) => Math.abs(other.atMs - middle) - Math.abs(one.atMs - middle),
  );
}
