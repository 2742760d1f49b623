import { Injectable, Logger } from '@nestjs/common';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import type { Counted } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';

/** What there really is of one month. */
export interface MonthCount {
  _id: { year: number; month: number };
  count: number;
}

/** A recount that meets a change starts again; on a busy server it leaves the rest to the next start. */
const HEALING_TRIES = 3;

/**
 * Owns kept totals and monthly counts. A feature tells of each thing made or
 * removed right after the write itself; what a crash between the two left
 * untold is healed by a recount at the next start.
 */
@Injectable()
export class CountersService {
  private readonly logger = new Logger(CountersService.name);

  constructor(private readonly repository: CountersRepository) {}

  /** Counts one thing made (1) or removed (-1), in the month in which it was made. */
  bump(kind: Counted, madeAt: Date, change: 1 | -1): Promise<void> {
    return this.repository.add(kind, madeAt.getUTCFullYear(), madeAt.getUTCMonth() + 1, change);
  }

  async total(kind: Counted): Promise<number> {
    const rows = await this.repository.find(kind);
    return rows.flatMap((row) => Object.values(row.months)).reduce((sum, count) => sum + count, 0);
  }

  /** Brings the kept counts of a kind in line with what there is; called at start. */
  async heal(kind: Counted, recount: () => Promise<MonthCount[]>): Promise<void> {
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
  private async isInLine(kind: Counted, recount: () => Promise<MonthCount[]>): Promise<boolean> {
    const kept = new Map((await this.repository.find(kind)).map((row) => [row.year, row]));
    const real = byYear(await recount());

    let inLine = true;
    for (const year of new Set([...kept.keys(), ...real.keys()])) {
      const row = kept.get(year);
      const months = real.get(year) ?? {};
      if (row && isSame(row.months, months)) continue;
      this.logger.warn({ event: 'countersHealed', kind, year });
      inLine = (await this.repository.replace(kind, year, months, row)) && inLine;
    }
    return inLine;
  }
}

function byYear(counts: readonly MonthCount[]): Map<number, Record<string, number>> {
  const years = new Map<number, Record<string, number>>();
  for (const { _id, count } of counts) {
    const months = years.get(_id.year) ?? {};
    months[_id.month] = count;
    years.set(_id.year, months);
  }
  return years;
}

/** An absent month counts as zero. */
function isSame(kept: Record<string, number>, real: Record<string, number>): boolean {
  const months = new Set([...Object.keys(kept), ...Object.keys(real)]);
  return [...months].every((month) => (kept[month] ?? 0) === (real[month] ?? 0));
}
