import { type MatchPage, type MatchTeam, isInPlay } from '@kickoff/contracts';
import {
  ClubBadge,
  fillText,
  formatDataTime,
  formatDayOfYear,
  formatMatchStatus,
  formatTime,
  formatViewpoint,
  HiddenScore,
} from '@kickoff/ui';
import clsx from 'clsx';
import type { ReactNode } from 'react';

import { ClubName } from '../../clubs/ClubName';
import { dateOf, isTimeKnown, zoneAt } from '../../kick-off';
import { texts } from '../../texts';
import { formatCountdown } from './countdown';
import { KickOffTime } from './KickOffTime';
import styles from './Scoreboard.module.css';

/** Before kick-off the time that is left, then the minute or the status. */
function clockOf(match: MatchPage, now: number, asOf: string | undefined): string {
  if (asOf !== undefined && isInPlay(match)) return formatDataTime(asOf);
  if (!isTimeKnown(match)) return texts.countdown.unknown;
  return match.status === 'SCHEDULED'
    ? formatCountdown(match.utcDate, now)
    : formatMatchStatus(match);
}

function Side({ club, hasLost }: { club: MatchTeam; hasLost: boolean }) {
  return (
    <div className={clsx(styles.side, hasLost && styles['side--lost'])}>
      <ClubBadge club={club} />
      <b>
        <ClubName club={club} />
      </b>
    </div>
  );
}

function Figures({ match }: { match: MatchPage }) {
  const { homeTeam: home, awayTeam: away } = match.score.fullTime;
  if (match.shielded) {
    return <HiddenScore />;
  }
  if (home === null || away === null) {
    return <KickOffTime match={match} className={styles.figures} />;
  }
  return (
    <span className={styles.figures}>
      <span>{home}</span>
      <i aria-hidden="true" />
      <span className="ko-sr"> {texts.matches.to} </span>
      <span>{away}</span>
    </span>
  );
}

interface ScoreboardProps {
  match: MatchPage;
  /** The name of the league. */
  competition: string;
  now: number;
  /** The time of its data, where that is out of date. */
  asOf: string | undefined;
  /** The provider, the age of its data, and what can be done with the match. */
  children: ReactNode;
}

/** The score of one match, legible from across the room. */
export function Scoreboard({ match, competition, now, asOf, children }: ScoreboardProps) {
  const { homeTeam, awayTeam, matchday, utcDate, status, score, label } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const viewpoint = formatViewpoint(match);
  const isRunning = isInPlay(match) && !match.shielded && asOf === undefined;
  const lead = status === 'FINISHED' ? (home ?? 0) - (away ?? 0) : 0;
  return (
    <section className={clsx('ko-sheet', styles.board)} aria-label={texts.match.score}>
      <p className={styles.round}>
        <b>{competition}</b>
        {matchday === null ? '' : ` · ${fillText(texts.matches.matchday, { number: matchday })}`}
        {label === undefined ? '' : ` · ${label}`}
      </p>
      <div className={styles.sides}>
        <Side club={homeTeam} hasLost={lead < 0} />
        <div className={styles.score}>
          <Figures match={match} />
          <span className={clsx(styles.clock, isRunning && styles['clock--live'])}>
            {clockOf(match, now, asOf)}
          </span>
          {viewpoint === '' ? null : <span className={styles.viewpoint}>{viewpoint}</span>}
        </div>
        <Side club={awayTeam} hasLost={lead > 0} />
      </div>
      <p className={styles.date}>
        {isTimeKnown(match)
          ? fillText(texts.match.date, {
              day: formatDayOfYear(utcDate),
              time: formatTime(utcDate),
              zone: zoneAt(utcDate),
            })
          : formatDayOfYear(dateOf(match))}
      </p>
      <div className={styles.foot}>{children}</div>
    </section>
  );
}
