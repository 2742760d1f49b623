import { Injectable } from '@nestjs/common';
import type { Change, MonthCount } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import type { Counted, Counter } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { daysUpTo } from './day.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Owns kept totals and counts by day. A feature tells of what it makes or
 * removes in the transaction that does so: the counts equal what there is.
 */
@Injectable()
export class CountersService {
  constructor(
    private readonly repository: CountersRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts things made (1) or removed (-1), each on the day on which it was made. */
  count(kind: Counted, madeAt: readonly Date[], by: 1 | -1): Promise<void> {
    return this.repository.add(kind, madeAt, by);
  }

  /** The twelve months of a year, the present one where none is named. */
  async months(kind: Counted, year = this.clock.now().getUTCFullYear()): Promise<MonthCount[]> {
    const rows = await this.repository.findYear(kind, year);
    const days = rows.flatMap((row) => Object.entries(row.days));
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
    return countOf(await this.repository.findYear(kind, moment.getUTCFullYear()), moment, 1);
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What the rows hold of the days that end with a moment's. */
function countOf(rows: readonly Counter[], moment: Date, days: number): number {
  const wanted = new Set(daysUpTo(moment, days).map(({ year, key }) => `${year}-${key}`));
  return sumOf(
    rows.flatMap(({ year, days }) =>
      Object.entries(days).flatMap(([key, count]) => (wanted.has(`${year}-${key}`) ? count : [])),
    ),
  );
}
