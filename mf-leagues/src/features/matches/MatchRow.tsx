import type { Match, MatchTeam } from '@kickoff/contracts';
import { ClubBadge } from '@kickoff/ui';

import { isInPlay } from '../../live/in-play';
import { statusInWords } from '../../live/match-status';
import { timeOfDay } from '../../live/words';

function Team({ team, hasWon }: { team: MatchTeam; hasWon: boolean }) {
  return (
    <span className={hasWon ? 'ko-team ko-team--win' : 'ko-team'}>
      <ClubBadge club={team} />
      <span>{team.name}</span>
    </span>
  );
}

/** Kick-off time, or the goals and how far the match is. */
function Score({ match }: { match: Match }) {
  const { homeTeam: home, awayTeam: away } = match.score.fullTime;
  const status = statusInWords(match);
  return (
    <span className={isInPlay(match) ? 'ko-score ko-score--live' : 'ko-score'}>
      {home === null || away === null ? (
        <time className="ko-score__t" dateTime={match.utcDate}>
          {timeOfDay(match.utcDate)}
        </time>
      ) : (
        <span className="ko-score__n">
          <span>{home}</span>
          <i aria-hidden="true" />
          <span className="ko-sr">to</span>
          <span>{away}</span>
        </span>
      )}
      {status === '' ? null : <small>{status}</small>}
    </span>
  );
}

/** A match as a line of the scoreboard. */
export function MatchRow({ match }: { match: Match }) {
  const { homeTeam, awayTeam, score, status } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const lead = status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <li className={`ko-match--wide ko-match${isInPlay(match) ? ' ko-match--live' : ''}`}>
      <Team team={homeTeam} hasWon={lead > 0} />
      <Score match={match} />
      <Team team={awayTeam} hasWon={lead < 0} />
    </li>
  );
}
