import type { MonthCount } from '@kickoff/contracts';
import { countInDigits } from '@kickoff/ui';

/** One line of a chart: twelve numbers and what they count. */
export interface Series {
  /** In the plural and with a capital, as it stands in heads: 'Posts'. */
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

/** The numbers in the order of the year, zero where a month is not told of. */
export function countsOf(months: readonly MonthCount[]): number[] {
  return SHORT_MONTHS.map((_, at) => months.find(({ _id }) => _id === at + 1)?.count ?? 0);
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** '6.5%' of a whole; a whole of nothing has no shares. */
export function shareOf(count: number, total: number): string {
  return total === 0 ? '–' : `${((count / total) * 100).toFixed(1)}%`;
}

/** What a chart shows, in a sentence or two for those who do not see it. */
export function summaryOf({ name, counts }: Series, labels: readonly string[], year: number) {
  const total = totalOf(counts);
  const plural = name.toLowerCase();
  if (total === 0) return `No ${plural} in ${year}.`;
  const noun = total === 1 ? plural.slice(0, -1) : plural;
  const most = Math.max(...counts);
  const best = labels.filter((_, at) => counts[at] === most);
  const where = best.length === 1 ? best.join('') : `each of ${best.join(', ')}`;
  return `${countInDigits(total)} ${noun} in ${year}, most in ${where} (${countInDigits(most)}).`;
}

/** The numbers of a chart as a file. Names and labels are ours: no cell can be a formula. */
export function csvOf(series: readonly Series[], labels: readonly string[]): string {
  const head = ['Month', ...series.map(({ name }) => name)];
  const rows = labels.map((label, at) => [label, ...series.map(({ counts }) => counts[at] ?? 0)]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
