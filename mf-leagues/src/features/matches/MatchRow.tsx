import type { Match, MatchTeam } from '@kickoff/contracts';
import { addressOf, Link } from '@kickoff/web';

import { Scoreline, scorelineClass } from './Scoreline';

interface MatchRowProps {
  match: Match;
  /** Whether a team is the fan's, which is marked. */
  isOwn?: ((team: MatchTeam) => boolean) | undefined;
}

/** A match as a line of the scoreboard that links to its page. */
export function MatchRow({ match, isOwn }: MatchRowProps) {
  return (
    <li>
      <Link className={scorelineClass(match)} to={addressOf('Match', { matchId: match.id })}>
        <Scoreline match={match} isOwn={isOwn} />
      </Link>
    </li>
  );
}
