import type { Change } from '@kickoff/contracts';
import { formatCount } from '@kickoff/ui';

/** Formats a change: '12 in 30 days, 8 before (+50%)'. */
export function formatChange({ days, now, before }: Change): string {
  const [last, earlier] =
    days === 1 ? ['today so far', 'yesterday'] : [`in ${days} days`, 'before'];
  const share = before === 0 ? '' : ` (${percentOf(now, before)})`;
  return `${formatCount(now)} ${last}, ${formatCount(before)} ${earlier}${share}`;
}

function percentOf(now: number, before: number): string {
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'no change';
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`;
}
