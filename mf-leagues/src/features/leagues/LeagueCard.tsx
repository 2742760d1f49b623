import type { League, LeagueSummary } from '@kickoff/contracts';
import { Icon, icons, countOfMatches } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';

/** Mown stripes, as on every pitch. */
const STRIPES = [0, 80, 160, 240];

interface LeagueCardProps {
  league: League;
  /** How the league stands now; undefined while that is not known. */
  summary: LeagueSummary | undefined;
}

/** The way into a league. */
export function LeagueCard({ league, summary }: LeagueCardProps) {
  const look = LEAGUE_LOOKS[league];
  const [from, to] = look.shade;
  return (
    <Link
      className="ko-league"
      to={addressOf('League', { league })}
      style={{ '--l1': from, '--l2': to }}
    >
      <span className="ko-league__art">
        <svg
          className="art"
          viewBox="0 0 320 180"
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
        >
          {STRIPES.map((x) => (
            <rect key={x} x={x} width="40" height="180" fill="currentColor" opacity=".045" />
          ))}
          <LeagueArt look={look} />
        </svg>
        {summary && summary.live > 0 ? <span className="ko-live">{summary.live} LIVE</span> : null}
      </span>
      <span className="ko-league__txt">
        <b>{look.name}</b>
        <small>
          {look.country}
          {summary && summary.today > 0 ? ` · ${countOfMatches(summary.today)} today` : null}
        </small>
        <Icon icon={icons.chevronRight} />
      </span>
    </Link>
  );
}
