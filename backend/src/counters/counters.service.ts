import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Change, MonthCount } from '@kickoff/contracts';
import type { ClientSession } from 'mongoose';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import type { Activity, Counted, Counter } from './counter.schema.js';
import { type CountChange, CountersRepository } from './counters.repository.js';
import { dayOf, daysUpTo } from './day.js';

export type { Activity };

/** What there really is of one day. */
export interface DayCount {
  _id: Date;
  count: number;
}

/** A recount that meets a change starts again; on a busy server it leaves the rest to the next start. */
const HEALING_TRIES = 3;
/** How long likes and comments are gathered: their calls have no room for another write. */
const GATHER_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Owns kept totals and counts by day. A feature tells of each thing made or
 * removed right after the write itself; what a crash between the two left
 * untold is healed by a recount at the next start.
 */
@Injectable()
export class CountersService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(CountersService.name);
  private readonly gathered = new Map<string, CountChange>();

  constructor(
    private readonly repository: CountersRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts one thing made (1) or removed (-1), on the day on which it was made. */
  bump(kind: Exclude<Counted, Activity>, madeAt: Date, by: 1 | -1): Promise<void> {
    return this.repository.add({ kind, day: dayOf(madeAt), by });
  }

  /** Counts a like or a comment the same way within a second. */
  gather(kind: Activity, madeAt: Date, by: 1 | -1): void {
    const day = dayOf(madeAt);
    const name = `${kind}:${day.year}:${day.key}`;
    const before = this.gathered.get(name)?.by ?? 0;
    this.gathered.set(name, { kind, day, by: before + by });
  }

  /** Counts what is removed at once, in the transaction in which it goes. */
  async countRemoved(
    kind: Activity,
    madeAt: readonly Date[],
    transaction: ClientSession,
  ): Promise<void> {
    const changes = new Map<string, CountChange>();
    for (const moment of madeAt) {
      const day = dayOf(moment);
      const name = `${day.year}:${day.key}`;
      changes.set(name, { kind, day, by: (changes.get(name)?.by ?? 0) - 1 });
    }
    await this.repository.addGathered([...changes.values()], transaction);
  }

  /** Writes down what was gathered. */
  @Interval(GATHER_MS)
  async settle(): Promise<void> {
    const changes = [...this.gathered.values()].filter(({ by }) => by !== 0);
    this.gathered.clear();
    if (changes.length === 0) return;
    try {
      await this.repository.addGathered(changes);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      // Whether it was written nobody knows: the next start counts anew.
      this.logger.warn({ event: 'activityNotCounted' });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settle();
  }

  /** The twelve months of a year, the present one where none is named. */
  async months(kind: Counted, year = this.clock.now().getUTCFullYear()): Promise<MonthCount[]> {
    const days = Object.entries((await this.repository.findYear(kind, year))?.days ?? {});
    return Array.from({ length: 12 }, (_, at) => {
      const month = `${String(at + 1).padStart(2, '0')}-`;
      const ofMonth = days.filter(([day]) => day.startsWith(month));
      return { _id: at + 1, count: sumOf(ofMonth.map(([, count]) => count)) };
    });
  }

  /** A kind's total with what the last days brought beside as many days before. */
  async totalWithChange(kind: Counted, days: number): Promise<{ total: number; change: Change }> {
    const rows = await this.repository.find(kind);
    const now = this.clock.now();
    const total = sumOf(rows.flatMap((row) => Object.values(row.days)));
    const change = {
      days,
      now: countOf(rows, now, days),
      before: countOf(rows, new Date(now.getTime() - days * DAY_MS), days),
    };
    return { total, change };
  }

  /** How many there were of a kind yesterday. */
  async yesterday(kind: Counted): Promise<number> {
    const moment = new Date(this.clock.now().getTime() - DAY_MS);
    const row = await this.repository.findYear(kind, moment.getUTCFullYear());
    return countOf(row ? [row] : [], moment, 1);
  }

  /** Brings the kept counts of a kind in line with what there is; called at start. */
  async heal(kind: Counted, recount: () => Promise<DayCount[]>): Promise<void> {
    try {
      for (let tries = 0; tries < HEALING_TRIES; tries += 1) {
        if (await this.isInLine(kind, recount)) return;
      }
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn({ event: 'countersNotHealed', kind });
    }
  }

  /** Compares and corrects; false where a count moved meanwhile and has to be looked at again. */
  private async isInLine(kind: Counted, recount: () => Promise<DayCount[]>): Promise<boolean> {
    await this.settle();
    const kept = new Map((await this.repository.find(kind)).map((row) => [row.year, row]));
    const real = byYear(await recount());

    let inLine = true;
    for (const year of new Set([...kept.keys(), ...real.keys()])) {
      const row = kept.get(year);
      const days = real.get(year) ?? {};
      if (row && isSame(row.days, days)) continue;
      this.logger.warn({ event: 'countersHealed', kind, year });
      inLine = (await this.repository.replace(kind, year, days, row)) && inLine;
    }
    return inLine;
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What the rows hold of the days that end with a moment's. */
function countOf(rows: readonly Counter[], moment: Date, days: number): number {
  const byYear = new Map(rows.map((row) => [row.year, row.days]));
  return sumOf(daysUpTo(moment, days).map(({ year, key }) => byYear.get(year)?.[key] ?? 0));
}

function byYear(counts: readonly DayCount[]): Map<number, Record<string, number>> {
  const years = new Map<number, Record<string, number>>();
  for (const { _id, count } of counts) {
    const { year, key } = dayOf(_id);
    const days = years.get(year) ?? {};
    days[key] = count;
    years.set(year, days);
  }
  return years;
}

/** An absent day counts as zero. */
function isSame(kept: Record<string, number>, real: Record<string, number>): boolean {
  const days = new Set([...Object.keys(kept), ...Object.keys(real)]);
  return [...days].every((day) => (kept[day] ?? 0) === (real[day] ?? 0));
}
