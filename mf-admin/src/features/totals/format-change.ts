import type { Change } from '@kickoff/contracts';
import { fillText, formatCount } from '@kickoff/ui';

import { texts } from '../../texts';

/** Formats a change: '12 in 30 days, 8 before (+50%)'. */
export function formatChange({ days, now, before }: Change): string {
  const counts = { now: formatCount(now), before: formatCount(before) };
  const change =
    days === 1
      ? fillText(texts.overview.changeToday, counts)
      : fillText(texts.overview.changeInDays, { ...counts, days });
  if (before === 0) return change;
  return fillText(texts.overview.changeShare, { change, share: percentOf(now, before) });
}

function percentOf(now: number, before: number): string {
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return texts.overview.noChange;
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`;
}
