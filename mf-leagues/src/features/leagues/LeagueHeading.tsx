import { type League, type LeagueData, isInPlay } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import { LEAGUE_LOOKS } from './league-looks';
import { LeagueArt } from './LeagueArt';
import styles from './LeagueHeading.module.css';
import { LiveMark } from './LiveMark';
import { Origin } from './Origin';

interface LeagueHeadingProps {
  league: League;
  /** Undefined while loading. */
  data: LeagueData | undefined;
  now: number;
  /** The search field beside the name. */
  children: ReactNode;
}

/** The league's name, its provider and the age of its data. */
export function LeagueHeading({ league, data, now, children }: LeagueHeadingProps) {
  const look = LEAGUE_LOOKS[league];
  const [from, to] = look.shade;
  const live = data?.matches.filter((match) => isInPlay(match) && !match.shielded).length ?? 0;
  return (
    <div className={styles.heading}>
      <span className={styles.emblem} style={{ '--from': from, '--to': to }}>
        <svg viewBox="70 0 180 180" aria-hidden="true">
          <LeagueArt look={look} />
        </svg>
      </span>
      <div className={styles.name}>
        {/* Capitals come from the stylesheet. */}
        <h1>{fillText(texts.league.title, { league: league.replaceAll('_', ' ') })}</h1>
        <p>
          {live > 0 ? <LiveMark>{fillText(texts.leagues.live, { count: live })}</LiveMark> : null}
          {data ? <Origin of={data} isInPlay={live > 0} now={now} /> : null}
        </p>
      </div>
      {children}
    </div>
  );
}
