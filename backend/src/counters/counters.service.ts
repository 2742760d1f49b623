import { Injectable } from '@nestjs/common';
import type { Change, MonthCount } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import type { Counted, Counter } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { daysUpTo } from './day.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Stored totals and daily counts. A feature counts in the transaction that creates or removes rows,
 * so the counts are exact.
 */
@Injectable()
export class CountersService {
  constructor(
    private readonly repository: CountersRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts rows created (1) or removed (-1), each on its day of creation. */
  count(kind: Counted, madeAt: readonly Date[], by: 1 | -1): Promise<void> {
    return this.repository.add(kind, madeAt, by);
  }

  /** Returns the twelve months of a year, by default the current one. */
  async months(kind: Counted, year = this.clock.now().getUTCFullYear()): Promise<MonthCount[]> {
    const rows = await this.repository.findYear(kind, year);
    const days = rows.flatMap((row) => Object.entries(row.days));
    return Array.from({ length: 12 }, (_, at) => {
      const month = `${String(at + 1).padStart(2, '0')}-`;
      const ofMonth = days.filter(([day]) => day.startsWith(month));
      return { _id: at + 1, count: sumOf(ofMonth.map(([, count]) => count)) };
    });
  }

  /** Returns a kind's total, and the change of the last days compared with as many days before. */
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

/** Sums the rows over `days` days up to and including the moment's day. */
function countOf(rows: readonly Counter[], moment: Date, days: number): number {
  const wanted = new Set(daysUpTo(moment, days).map(({ year, key }) => `${year}-${key}`));
  return sumOf(
    rows.flatMap(({ year, days }) =>
      Object.entries(days).flatMap(([key, count]) => (wanted.has(`${year}-${key}`) ? count : [])),
    ),
  );
}
