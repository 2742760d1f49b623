import type { Match } from '@kickoff/contracts';
import { dateInWords } from '@kickoff/ui';

import { MatchRow } from './MatchRow';

/** Earlier meetings of two clubs, the latest first. */
export function HeadToHead({ matches }: { matches: Match[] }) {
  if (matches.length === 0) {
    return <p className="ko-empty">The two have not met before in the seasons we know.</p>;
  }
  return matches.map((match) => (
    <div key={match.id}>
      <h3 className="ko-day">{dateInWords(match.utcDate)}</h3>
      <ul>
        <MatchRow match={match} />
      </ul>
    </div>
  ));
}
