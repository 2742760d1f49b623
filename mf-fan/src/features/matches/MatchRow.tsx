import { isInPlay, type Match, type MatchTeam } from '@kickoff/contracts';
import { ClubBadge, formatMatchStatus, formatTime } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { texts } from '../../texts';
import { shortDay } from './short-day';

function Team({ team, hasWon }: { team: MatchTeam; hasWon: boolean }) {
  return (
    <span className={hasWon ? 'ko-team ko-team--win' : 'ko-team'}>
      <ClubBadge club={team} size={20} />
      <span>{team.shortName}</span>
    </span>
  );
}

/** The match status, or the kick-off time. */
function Status({ match, now }: MatchRowProps) {
  const status = formatMatchStatus(match);
  const isLive = isInPlay(match);
  const day = shortDay(match.utcDate, now);
  return (
    <span className={isLive ? 'ko-match__st ko-match__st--live' : 'ko-match__st'}>
      {status}
      {isLive || (status !== '' && day === texts.matches.today) ? null : (
        <time dateTime={match.utcDate}>
          {status === '' ? null : <br />}
          {day}
          {status === '' ? (
            <>
              <br />
              {formatTime(match.utcDate)}
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

/** A match as a line that links to its page. */
export function MatchRow({ match, now }: MatchRowProps) {
  const { homeTeam: home, awayTeam: away } = match.score.fullTime;
  const lead = match.status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <li>
      <Link className="ko-match" to={addressOf('Match', { matchId: match.id })}>
        <Status match={match} now={now} />
        <span className="ko-match__teams">
          <Team team={match.homeTeam} hasWon={lead > 0} />
          <Team team={match.awayTeam} hasWon={lead < 0} />
          {match.shielded ? <small>{texts.matches.hidden}</small> : null}
        </span>
        <span className="ko-match__sc">
          <span className={lead < 0 ? 'lost' : undefined}>{home}</span>
          <span className={lead > 0 ? 'lost' : undefined}>{away}</span>
        </span>
      </Link>
    </li>
  );
}
