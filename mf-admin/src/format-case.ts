import type { ReportCase } from '@kickoff/contracts';
import { formatCount } from '@kickoff/ui';

/** Formats a case: 'Post by marta, reported by 3 fans', or 'Appeal of marta'. */
export function formatCase({ targetType, snapshot, count }: ReportCase): string {
  if (targetType === 'appeal') return `Appeal of ${snapshot.username}`;
  const what =
    targetType === 'user'
      ? `Fan ${snapshot.username}`
      : `${targetType.charAt(0).toUpperCase()}${targetType.slice(1)} by ${snapshot.username}`;
  return `${what}, reported by ${count === 1 ? '1 fan' : `${formatCount(count)} fans`}`;
}
