import type { Match } from '@kickoff/contracts';

import { fillText, pluralText } from './fill-text';
import { texts } from './texts';

/** Returns whether the fan moved, such as by seeking back: differences are then not events. */
function isSeenFromElsewhere(before: Match['viewpoint'], after: Match['viewpoint']): boolean {
  return before?.mode !== after?.mode || (after?.position ?? 0) < (before?.position ?? 0);
}

function describeChange(
  before: Match,
  { homeTeam, awayTeam, score, status, minute, viewpoint }: Match,
): string {
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const { homeTeam: oldHome, awayTeam: oldAway } = before.score.fullTime;
  if (isSeenFromElsewhere(before.viewpoint, viewpoint)) return '';
  if (home === null || away === null) return '';
  const isOver = status === 'FINISHED' && before.status !== 'FINISHED';
  // From null to 0-0 is the kick-off, which is not announced.
  const hasChanged = home !== (oldHome ?? 0) || away !== (oldAway ?? 0);
  if (!isOver && !hasChanged) return '';

  const result = fillText(texts.score.result, {
    home: homeTeam.name,
    homeGoals: home,
    away: awayTeam.name,
    awayGoals: away,
  });
  if (isOver) return fillText(texts.score.fullTime, { result });
  const change =
    minute === undefined ? result : pluralText(texts.score.atMinute, minute, { result, minute });
  return home < (oldHome ?? 0) || away < (oldAway ?? 0)
    ? fillText(texts.score.correction, { change })
    : change;
}

/** Describes the changes between two versions of a league's scores, for screen readers. */
export function describeScoreChanges(before: readonly Match[], after: readonly Match[]): string {
  const known = new Map(before.map((match) => [match.id, match]));
  return after
    .map((match) => {
      const earlier = known.get(match.id);
      return earlier ? describeChange(earlier, match) : '';
    })
    .filter((sentence) => sentence !== '')
    .join('. ');
}
