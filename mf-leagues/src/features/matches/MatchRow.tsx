import type { Match } from '@kickoff/contracts';
import { addressOf, Link } from '@kickoff/web';

import { Scoreline, scorelineClass } from './Scoreline';

/** A match as a line of the scoreboard that links to its page. */
export function MatchRow({ match }: { match: Match }) {
  return (
    <li>
      <Link className={scorelineClass(match)} to={addressOf('Match', { matchId: match.id })}>
        <Scoreline match={match} />
      </Link>
    </li>
  );
}
