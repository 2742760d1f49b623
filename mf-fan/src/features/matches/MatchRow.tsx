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

/** The match status, or the kick-off before it. */
function Status({ match, now }: MatchRowProps) {
  const { id, utcDate } = match;
  const status = formatMatchStatus(match);
  const isLive = isInPlay(match);
  // Providers state midnight UTC for a match of which only the day is known, in any time zone.
  const isDayOnly = status === '' && !id.startsWith('demo:') && utcDate.endsWith('T00:00:00.000Z');
  const time = isDayOnly ? utcDate.slice(0, -1) : utcDate;
  const day = shortDay(time, now);
  return (
    <span className={isLive ? 'ko-match__st ko-match__st--live' : 'ko-match__st'}>
      {status}
      {isLive || (status !== '' && day === texts.matches.today) ? null : (
        <time dateTime={time}>
          {status === '' ? null : <br />}
          {day}
          {status === '' ? (
            <>
              <br />
              {isDayOnly ? texts.matches.noTime : formatTime(time)}
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
