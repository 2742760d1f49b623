import type { League } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';

/** Mown stripes, as on every pitch. */
const STRIPES = [0, 80, 160, 240];

/** The way into a league. */
export function LeagueCard({ league }: { league: League }) {
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
      </span>
      <span className="ko-league__txt">
        <b>{look.name}</b>
        <small>{look.country}</small>
        <Icon icon={icons.chevronRight} />
      </span>
    </Link>
  );
}
