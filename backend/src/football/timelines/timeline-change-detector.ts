import { EventEmitter } from 'node:events';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isInPlay, type Match, TimelineEntry } from '@kickoff/contracts';

import { SingleCheck } from '../../common/work/single-check.js';
import { Clock } from '../../common/time/clock.js';
import { type CachedLeague, LeagueCache, type LeagueCacheState } from '../league-cache.js';
import { isOverOrPostponed, toStateKey } from '../match-state.js';
import { isLostAt, lastPollAt, rehearsedTimeline } from '../rehearsals/rehearsal-course.js';
import type { RehearsalDocument } from '../rehearsals/rehearsal.schema.js';
import { toRehearsedMatches } from '../rehearsals/rehearsal.view.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';

/** With the 2 s of the league cache, an entry is found within 5 s of being stored. */
const INTERVAL_MS = 1_000;

/** New entries of a match; only fans in `fanIds`, if present, may see them. */
export interface GrownTimeline {
  matchId: string;
  entries: readonly TimelineEntry[];
  fanIds?: readonly string[];
}

/** Finds entries that were added to timelines of any source. */
@Injectable()
export class TimelineChangeDetector implements BeforeApplicationShutdown {
  /** Emits, on each instance, the entries added between two checks. */
  readonly changes = new EventEmitter<{ grown: [GrownTimeline] }>();
  /** The leagues at the last check. */
  private leagues: LeagueCacheState['leagues'] = new Map();
  private checkedAtMs: number | undefined;
  private readonly check = new SingleCheck(() => this.compare());

  constructor(
    private readonly cache: LeagueCache,
    private readonly rehearsals: RehearsalsService,
    private readonly clock: Clock,
  ) {}

  @Interval(INTERVAL_MS)
  detect(): Promise<void> {
    return this.check.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.check.close();
  }

  private async compare(): Promise<void> {
    const { leagues } = await this.cache.current();
    const rehearsals = await this.rehearsals.findAll();
    const now = this.clock.now().getTime();
    const grown: GrownTimeline[] = [];
    for (const [league, page] of leagues) {
      const before = this.leagues.get(league);
      if (before && before !== page) grown.push(...(await this.findInLeague(before, page, now)));
    }
    const { checkedAtMs = now } = this;
    for (const rehearsal of rehearsals) {
      if (checkedAtMs < rehearsal.endsAt.getTime()) {
        grown.push(...findInRehearsal(rehearsal, checkedAtMs, now));
      }
    }
    // After all reads: a failed check is repeated as a whole and emits nothing twice.
    this.leagues = leagues;
    this.checkedAtMs = now;
    for (const timeline of grown) this.changes.emit('grown', timeline);
  }

  private async findInLeague(
    before: CachedLeague,
    page: CachedLeague,
    now: number,
  ): Promise<GrownTimeline[]> {
    // A new season or another source is not a change.
    if (before.data.season !== page.data.season) return [];
    if (before.data.source !== page.data.source) return [];
    const known = new Map(before.data.matches.map((match) => [match.id, match]));
    const grown: GrownTimeline[] = [];
    for (const match of page.data.matches) {
      const earlier = known.get(match.id);
      const mayHaveGrown =
        !earlier || isOpen(earlier, now) || toStateKey(earlier) !== toStateKey(match);
      if (!mayHaveGrown) continue;
      const shown = await this.cache.timelineOf(before, match.id);
      const lastSeq = shown.at(-1)?.seq ?? 0;
      const timeline = await this.cache.timelineOf(page, match.id);
      const entries = timeline
        .filter(({ seq }) => seq > lastSeq)
        .map((entry) => TimelineEntry.parse(entry));
      if (entries.length > 0) grown.push({ matchId: match.id, entries });
    }
    return grown;
  }
}

/**
 * Returns whether the provider may become silent about a match, or answer after a silence: past its
 * kick-off and not over by our data, however long ago.
 */
function isOpen(match: Match, now: number): boolean {
  return !isOverOrPostponed(match) && (isInPlay(match) || Date.parse(match.utcDate) <= now);
}

function findInRehearsal(
  rehearsal: RehearsalDocument,
  sinceMs: number,
  now: number,
): GrownTimeline[] {
  const hasAnswered = lastPollAt(rehearsal, sinceMs) !== lastPollAt(rehearsal, now);
  if (!hasAnswered && isLostAt(rehearsal, sinceMs) === isLostAt(rehearsal, now)) return [];
  return toRehearsedMatches(rehearsal, now).flatMap(({ id }, index) => {
    const lastSeq = rehearsedTimeline(rehearsal, index, sinceMs).length;
    const entries = rehearsedTimeline(rehearsal, index, now).slice(lastSeq);
    return entries.length > 0 ? [{ matchId: id, entries, fanIds: rehearsal.fanIds }] : [];
  });
}
