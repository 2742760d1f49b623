import { isInPlay, type Match, type MatchTeam } from '@kickoff/contracts';
import { ClubBadge, statusInWords, timeOfDay } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { shortDay } from './short-day';

function Team({ team, hasWon }: { team: MatchTeam; hasWon: boolean }) {
  return (
    <span className={hasWon ? 'ko-team ko-team--win' : 'ko-team'}>
      <ClubBadge club={team} size={20} />
      <span>{team.shortName}</span>
    </span>
  );
}

/** How far a match is, or when it begins. */
function Status({ match, now }: MatchRowProps) {
  const status = statusInWords(match);
  const isLive = isInPlay(match);
  const day = shortDay(match.utcDate, now);
  return (
    <span className={isLive ? 'ko-match__st ko-match__st--live' : 'ko-match__st'}>
      {status}
      {isLive || (status !== '' && day === 'Today') ? null : (
        <time dateTime={match.utcDate}>
          {status === '' ? null : <br />}
          {day}
          {status === '' ? (
            <>
              <br />
              {timeOfDay(match.utcDate)}
            </>
          ) : null}
        </time>
      )}
    </span>
  );
}

interface MatchRowProps {
  match: Match;
  now: number;
}

/** A match as a line of a column, which leads to its page. */
export function MatchRow({ match, now }: MatchRowProps) {
  const { homeTeam: home, awayTeam: away } = match.score.fullTime;
  const lead = match.status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <li>
      <Link
        className={isInPlay(match) ? 'ko-match ko-match--live' : 'ko-match'}
        to={addressOf('Match', { matchId: match.id })}
      >
        <Status match={match} now={now} />
        <span className="ko-match__teams">
          <Team team={match.homeTeam} hasWon={lead > 0} />
          <Team team={match.awayTeam} hasWon={lead < 0} />
        </span>
        <span className="ko-match__sc">
          <span className={lead < 0 ? 'lost' : undefined}>{home}</span>
          <span className={lead > 0 ? 'lost' : undefined}>{away}</span>
        </span>
      </Link>
    </li>
  );
}
