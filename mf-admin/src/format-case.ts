import type { ReportCase } from '@kickoff/contracts';
import { fillText, formatCount, pluralText } from '@kickoff/ui';

import { texts } from './texts';

/** Formats a case: 'Post by marta, reported by 3 fans', or 'Appeal of marta'. */
export function formatCase({ targetType, snapshot, count }: ReportCase): string {
  const what = fillText(texts.reportCase.about[targetType], { username: snapshot.username });
  if (targetType === 'appeal') return what;
  return pluralText(texts.reportCase.reported, count, { what, count: formatCount(count) });
}
