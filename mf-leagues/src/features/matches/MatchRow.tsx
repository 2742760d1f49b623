import type { Match, MatchTeam } from '@kickoff/contracts';
import { addressOf, Link } from '@kickoff/web';

import { Scoreline, scorelineClass } from './Scoreline';

interface MatchRowProps {
  match: Match;
  /** Whether a team is the fan's, which is marked. */
  isOwn?: ((team: MatchTeam) => boolean) | undefined;
  /** The time of its data, where that is out of date. */
  asOf?: string | undefined;
}

/** A match as a line of the scoreboard that links to its page. */
export function MatchRow({ match, isOwn, asOf }: MatchRowProps) {
  return (
    <li>
      <Link className={scorelineClass(match, asOf)} to={addressOf('Match', { matchId: match.id })}>
        <Scoreline match={match} isOwn={isOwn} asOf={asOf} />
      </Link>
    </li>
  );
}
