import { type Match, type MatchTeam, isInPlay } from '@kickoff/contracts';
import { ClubBadge, statusInWords, timeOfDay } from '@kickoff/ui';

interface TeamProps {
  team: MatchTeam;
  badge?: 28 | undefined;
  hasWon: boolean;
}

function Team({ team, badge, hasWon }: TeamProps) {
  return (
    <span className={hasWon ? 'ko-team ko-team--win' : 'ko-team'}>
      <ClubBadge club={team} size={badge} />
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

/** The class of whatever holds a scoreline. */
export function scorelineClass(match: Match): string {
  return `ko-match--wide ko-match${isInPlay(match) ? ' ko-match--live' : ''}`;
}

/** Both clubs and between them the score. */
export function Scoreline({ match, badge }: { match: Match; badge?: 28 | undefined }) {
  const { homeTeam, awayTeam, score, status } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const lead = status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <>
      <Team team={homeTeam} badge={badge} hasWon={lead > 0} />
      <Score match={match} />
      <Team team={awayTeam} badge={badge} hasWon={lead < 0} />
    </>
  );
}
