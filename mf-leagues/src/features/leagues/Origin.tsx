import type { LeagueData } from '@kickoff/contracts';
import { formatAge, formatSource, formatTime } from '@kickoff/ui';

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
      {delayed && isInPlay ? <span className="ko-chip">In play, delayed</span> : null}{' '}
      {stale ? <span className="ko-chip">Out of date</span> : null}{' '}
      <span>
        {formatSource(source)} {season}.
      </span>{' '}
      <span>
        Updated <time dateTime={updatedAt}>{formatTime(updatedAt)}</time>,{' '}
        {formatAge(updatedAt, now)}
      </span>
    </>
  );
}
