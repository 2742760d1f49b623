import type { Match } from '@kickoff/contracts';
import { formatDayOfYear } from '@kickoff/ui';

import { DayHeading } from './DayHeading';
import { MatchRow } from './MatchRow';

/** Earlier meetings of two clubs, latest first. */
export function HeadToHead({ matches }: { matches: Match[] }) {
  if (matches.length === 0) {
    return <p className="ko-empty">The two have not met before in the seasons we know.</p>;
  }
  return matches.map((match) => (
    <div key={match.id}>
      <DayHeading>{formatDayOfYear(match.utcDate)}</DayHeading>
      <ul>
        <MatchRow match={match} />
      </ul>
    </div>
  ));
}
