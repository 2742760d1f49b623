import type { LeagueData } from '@kickoff/contracts';
import { FilledText, fillText, formatAge, formatSource, formatTime } from '@kickoff/ui';

import { texts } from '../../texts';

interface OriginProps {
  of: Pick<LeagueData, 'source' | 'season' | 'updatedAt' | 'stale' | 'delayed'>;
  /** Whether one of the matches is live. */
  isInPlay: boolean;
  now: number;
}

/** The provider of a league's data, its age, and whether scores are delayed. */
export function Origin({ of: league, isInPlay, now }: OriginProps) {
  const { source, season, updatedAt, stale, delayed } = league;
  return (
    <>
      {delayed && isInPlay ? <span className="ko-chip">{texts.origin.delayed}</span> : null}{' '}
      {stale ? <span className="ko-chip">{texts.origin.stale}</span> : null}{' '}
      <span>{fillText(texts.origin.season, { source: formatSource(source), season })}</span>{' '}
      <span>
        <FilledText
          text={texts.origin.updated}
          values={{
            time: <time dateTime={updatedAt}>{formatTime(updatedAt)}</time>,
            age: formatAge(updatedAt, now),
          }}
        />
      </span>
    </>
  );
}
