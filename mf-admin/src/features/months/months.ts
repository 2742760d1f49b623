import type { MonthCount } from '@kickoff/contracts';
import { formatCount } from '@kickoff/ui';

/** A data series: twelve counts and their name. */
export interface Series {
  /** Capitalised plural, as in headings: 'Posts'. */
  name: string;
  counts: readonly number[];
}

export const SHORT_MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** Returns the counts in the order of the year, zero for a missing month. */
export function countsOf(months: readonly MonthCount[]): number[] {
  return SHORT_MONTHS.map((_, at) => months.find(({ _id }) => _id === at + 1)?.count ?? 0);
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Formats a share: '6.5%', or '–' for a total of zero. */
export function shareOf(count: number, total: number): string {
  return total === 0 ? '–' : `${((count / total) * 100).toFixed(1)}%`;
}

/** Describes a chart in a sentence or two for screen readers. */
export function summaryOf({ name, counts }: Series, labels: readonly string[], year: number) {
  const total = totalOf(counts);
  const plural = name.toLowerCase();
  if (total === 0) return `No ${plural} in ${year}.`;
  const noun = total === 1 ? plural.slice(0, -1) : plural;
  const most = Math.max(...counts);
  const best = labels.filter((_, at) => counts[at] === most);
  const where = best.length === 1 ? best.join('') : `each of ${best.join(', ')}`;
  return `${formatCount(total)} ${noun} in ${year}, most in ${where} (${formatCount(most)}).`;
}

/** Returns a chart's numbers as CSV. Names and labels are ours, so no cell can be a formula. */
export function csvOf(series: readonly Series[], labels: readonly string[]): string {
  const head = ['Month', ...series.map(({ name }) => name)];
  const rows = labels.map((label, at) => [label, ...series.map(({ counts }) => counts[at] ?? 0)]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
