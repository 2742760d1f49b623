import type { League, LeagueData } from '@kickoff/contracts';
import type { ReactNode } from 'react';

import { isInPlay } from '../../live/in-play';
import { ageInWords, sourceInWords, timeOfDay } from '../../live/words';
import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';

interface LeagueHeadingProps {
  league: League;
  /** Undefined until it has come. */
  data: LeagueData | undefined;
  now: number;
  /** The search field beside the name. */
  children: ReactNode;
}

function Origin({ data, now }: { data: LeagueData; now: number }) {
  const { source, season, updatedAt, stale, matches } = data;
  const live = matches.filter(isInPlay).length;
  return (
    <p>
      {live > 0 ? <span className="ko-live">{live} LIVE</span> : null}
      {stale ? <span className="ko-chip">Out of date</span> : null}
      <span>
        {sourceInWords(source)} {season}
      </span>
      <span>
        Updated <time dateTime={updatedAt}>{timeOfDay(updatedAt)}</time>,{' '}
        {ageInWords(updatedAt, now)}
      </span>
    </p>
  );
}

/** The league's name, and where its numbers are from and how old they are. */
export function LeagueHeading({ league, data, now, children }: LeagueHeadingProps) {
  const look = LEAGUE_LOOKS[league];
  const [from, to] = look.shade;
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
        {data ? <Origin data={data} now={now} /> : null}
      </div>
      {children}
    </div>
  );
}
