import type { Match } from '@kickoff/contracts';
import { formatTime } from '@kickoff/ui';

import { isTimeKnown } from '../../kick-off';
import { texts } from '../../texts';

interface KickOffTimeProps {
  match: Match;
  className: string | undefined;
}

/** The time of a match's kick-off, if it is known. */
export function KickOffTime({ match, className }: KickOffTimeProps) {
  const { utcDate } = match;
  const isKnown = isTimeKnown(match);
  return (
    <time className={className} dateTime={isKnown ? utcDate : utcDate.slice(0, 10)}>
      {isKnown ? formatTime(utcDate) : texts.matches.noTime}
    </time>
  );
}
