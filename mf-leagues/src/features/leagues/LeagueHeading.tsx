import { type League, type LeagueData, isInPlay } from '@kickoff/contracts';
import type { ReactNode } from 'react';

import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';
import { Origin } from './Origin';

interface LeagueHeadingProps {
  league: League;
  /** Undefined until it has come. */
  data: LeagueData | undefined;
  now: number;
  /** The search field beside the name. */
  children: ReactNode;
}

/** The league's name, and where its numbers are from and how old they are. */
export function LeagueHeading({ league, data, now, children }: LeagueHeadingProps) {
  const look = LEAGUE_LOOKS[league];
  const [from, to] = look.shade;
  const live = data?.matches.filter(isInPlay).length ?? 0;
  return (
    <div className="ko-lhead">
      <span className="ko-lg" style={{ '--l1': from, '--l2': to }}>
        <svg viewBox="70 0 180 180" aria-hidden="true">
          <LeagueArt look={look} />
        </svg>
      </span>
      <div>
        {/* Capitals come from the stylesheet. */}
        <h1>{league.replaceAll('_', ' ')} Live Updates</h1>
        {data ? (
          <p>
            {live > 0 ? <span className="ko-live">{live} LIVE</span> : null}
            <Origin of={data} isInPlay={live > 0} now={now} />
          </p>
        ) : null}
      </div>
      {children}
    </div>
  );
}
