import type { League, LeagueSummary } from '@kickoff/contracts';
import { fillText, Icon, icons, formatMatchCount } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { texts } from '../../texts';
import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';
import styles from './LeagueCard.module.css';
import { LiveMark } from './LiveMark';

/** Mowing stripes of a pitch. */
const STRIPES = [0, 80, 160, 240];

interface LeagueCardProps {
  league: League;
  /** The league's current summary; undefined while unknown. */
  summary: LeagueSummary | undefined;
}

/** A link to a league's page. */
export function LeagueCard({ league, summary }: LeagueCardProps) {
  const look = LEAGUE_LOOKS[league];
  const [from, to] = look.shade;
  return (
    <Link
      className={styles.card}
      to={addressOf('League', { league })}
      style={{ '--from': from, '--to': to }}
    >
      <span className={styles.art}>
        <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {STRIPES.map((x) => (
            <rect key={x} x={x} width="40" height="180" fill="currentColor" opacity=".045" />
          ))}
          <LeagueArt look={look} />
        </svg>
        {summary && summary.live > 0 ? (
          <LiveMark className={styles.live}>
            {fillText(texts.leagues.live, { count: summary.live })}
          </LiveMark>
        ) : null}
      </span>
      <span className={styles.text}>
        <b>{look.name}</b>
        <small>
          {look.country}
          {summary && summary.today > 0
            ? ` · ${fillText(texts.leagues.today, { matches: formatMatchCount(summary.today) })}`
            : null}
        </small>
        <Icon icon={icons.chevronRight} />
      </span>
    </Link>
  );
}
