import type { MonthCount } from '@kickoff/contracts';
import { fillText, formatCount, pluralText } from '@kickoff/ui';

import { texts } from '../../texts';

/** A data series: twelve counts and the texts of what they count. */
export interface Series {
  /** Capitalised plural, as in headings: 'Posts'. */
  name: string;
  /** Plural below a count: 'posts'. */
  unit: string;
  /** The total in a sentence: 'No posts', '1 post', '12 posts'. */
  none: string;
  one: string;
  other: string;
  counts: readonly number[];
}

export const SHORT_MONTHS = texts.charts.shortMonths;

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
export function summaryOf(series: Series, labels: readonly string[], year: number): string {
  const { counts, none } = series;
  const total = totalOf(counts);
  if (total === 0) return fillText(texts.charts.none, { counted: none, year });
  const most = Math.max(...counts);
  const best = labels.filter((_, at) => counts[at] === most);
  return fillText(best.length === 1 ? texts.charts.most : texts.charts.mostInEach, {
    counted: pluralText(series, total, { count: formatCount(total) }),
    year,
    months: best.join(', '),
    count: formatCount(most),
  });
}

/** Returns a chart's numbers as CSV. Names and labels are ours, so no cell can be a formula. */
export function csvOf(series: readonly Series[], labels: readonly string[]): string {
  const head = [texts.charts.month, ...series.map(({ name }) => name)];
  const rows = labels.map((label, at) => [label, ...series.map(({ counts }) => counts[at] ?? 0)]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
