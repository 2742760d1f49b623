import { type Match, type MatchTeam, isInPlay } from '@kickoff/contracts';
import {
  ClubBadge,
  formatDataTime,
  formatMatchStatus,
  formatViewpoint,
  HiddenScore,
} from '@kickoff/ui';
import clsx from 'clsx';

import { ClubName } from '../../clubs/ClubName';
import { texts } from '../../texts';
import { KickOffTime } from './KickOffTime';
import styles from './Scoreline.module.css';

interface TeamProps {
  team: MatchTeam;
  isOwn: boolean;
  hasWon: boolean;
}

function Team({ team, isOwn, hasWon }: TeamProps) {
  return (
    <span
      className={clsx(
        'ko-team',
        styles.team,
        hasWon && 'ko-team--win',
        isOwn && styles['team--own'],
      )}
    >
      <ClubBadge club={team} />
      <span>
        <ClubName club={team} />
        {isOwn ? <span className="ko-sr"> {texts.matches.ownTeam}</span> : null}
      </span>
    </span>
  );
}

function Goals({ match }: { match: Match }) {
  const { homeTeam: home, awayTeam: away } = match.score.fullTime;
  if (match.shielded) return <HiddenScore />;
  if (home === null || away === null) return <KickOffTime match={match} className={styles.time} />;
  return (
    <span className={styles.goals}>
      <span>{home}</span>
      <i aria-hidden="true" />
      <span className="ko-sr">{texts.matches.to}</span>
      <span>{away}</span>
    </span>
  );
}

/** Whether a match is shown as running: not where it is hidden, or its data is out of date. */
const isShownLive = (match: Match, asOf: string | undefined) =>
  isInPlay(match) && !match.shielded && asOf === undefined;

/** The kick-off time, or the score and the status. */
function Score({ match, asOf }: { match: Match; asOf: string | undefined }) {
  const status =
    asOf !== undefined && isInPlay(match) ? formatDataTime(asOf) : formatMatchStatus(match);
  const viewpoint = formatViewpoint(match);
  return (
    <span className={clsx(styles.score, isShownLive(match, asOf) && styles['score--live'])}>
      <Goals match={match} />
      {status === '' ? null : <small>{status}</small>}
      {viewpoint === '' ? null : <span className={styles.viewpoint}>{viewpoint}</span>}
    </span>
  );
}

/** The class of a scoreline's container, before its match is known too. */
export function scorelineClass(match?: Match, asOf?: string): string {
  const isLive = match !== undefined && isShownLive(match, asOf);
  return clsx('ko-match', styles.line, isLive && styles['line--live']);
}

interface ScorelineProps {
  match: Match;
  isOwn?: ((team: MatchTeam) => boolean) | undefined;
  /** The time of its data, where that is out of date. */
  asOf?: string | undefined;
}

/** Both clubs with the score between them. */
export function Scoreline({ match, isOwn = () => false, asOf }: ScorelineProps) {
  const { homeTeam, awayTeam, score, status } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const lead = status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <>
      <Team team={homeTeam} isOwn={isOwn(homeTeam)} hasWon={lead > 0} />
      <Score match={match} asOf={asOf} />
      <Team team={awayTeam} isOwn={isOwn(awayTeam)} hasWon={lead < 0} />
    </>
  );
}
