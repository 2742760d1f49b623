import type { Match, MatchThread } from '@kickoff/contracts';
import { fillText, formatMatchStatus } from '@kickoff/ui';

import { texts } from '../../texts';

/** Returns the state of a thread at a time: its answer may be older than its opening or its end. */
export function stateAt(
  { state, opensAt, closesAt }: Pick<MatchThread, 'state' | 'opensAt' | 'closesAt'>,
  now: number,
): MatchThread['state'] {
  if (state === 'before' && now >= Date.parse(opensAt)) return 'open';
  if (state === 'open' && closesAt !== undefined && now >= Date.parse(closesAt)) return 'closed';
  return state;
}

/** Returns the label of the button that posts, with the clock of the match while it is played. */
export function postLabel(match: Match, isDataLost: boolean): string {
  const hasClock =
    match.status === 'PAUSED' || (match.status === 'IN_PLAY' && match.minute !== undefined);
  return hasClock && !isDataLost
    ? fillText(texts.composer.postAt, { clock: formatMatchStatus(match) })
    : texts.composer.post;
}
