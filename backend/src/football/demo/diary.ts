import type { Fixture } from './fixtures.js';
import { planned, type PlannedMatch } from './planned-match.js';

/** A kick-off slot for several matches of a round. */
export interface Slot {
  atMs: number;
  matches: number;
}

/** A candidate match and the rest of its less rested club. */
interface Choice {
  fixture: Fixture;
  restMs: number;
}

/** More rest than this does not make a candidate better. */
const FULL_REST_MS = 72 * 3_600_000;

/** The kick-offs of each club in all competitions; finds dates at which both clubs are rested. */
export class Diary {
  /** Kick-offs by club, sorted. */
  private readonly kickoffs = new Map<string, number[]>();

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

  /** The candidate with the most rested clubs; the first of equals. */
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
   * Assigns the matches of a round to slots, most rested clubs first. Returns matches without a
   * slot, or without one that leaves `minRestMs`.
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

  /** The time between a kick-off and the club's nearest match, before or after. */
  private restMs(club: string, atMs: number): number {
    const dates = this.kickoffs.get(club) ?? [];
    const latest = dates.findLastIndex((kickoffMs) => kickoffMs <= atMs);
    const before = dates[latest] ?? -Infinity;
    const after = dates[latest + 1] ?? Infinity;
    return Math.min(FULL_REST_MS, atMs - before, after - atMs);
  }
}

/** The first and last slots are nearest to other rounds, so they are assigned first. */
function outerFirst(slots: readonly Slot[]): Slot[] {
  const times = slots.map(({ atMs }) => atMs);
  const middle = (Math.min(...times) + Math.max(...times)) / 2;
  return [...slots].sort(
    (one, other) => Math.abs(other.atMs - middle) - Math.abs(one.atMs - middle),
  );
}
