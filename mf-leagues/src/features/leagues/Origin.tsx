import type { LeagueData } from '@kickoff/contracts';
import { ageInWords, sourceInWords, timeOfDay } from '@kickoff/ui';

interface OriginProps {
  of: Pick<LeagueData, 'source' | 'season' | 'updatedAt' | 'stale' | 'delayed'>;
  /** Whether a match that is meant is in play. */
  isInPlay: boolean;
  now: number;
}

/** Where a league's numbers are from, how old they are, and whether scores come late. */
export function Origin({ of: league, isInPlay, now }: OriginProps) {
  const { source, season, updatedAt, stale, delayed } = league;
  return (
    <>
      {delayed && isInPlay ? <span className="ko-chip">In play, delayed</span> : null}{' '}
      {stale ? <span className="ko-chip">Out of date</span> : null}{' '}
      <span>
        {sourceInWords(source)} {season}.
      </span>{' '}
      <span>
        Updated <time dateTime={updatedAt}>{timeOfDay(updatedAt)}</time>,{' '}
        {ageInWords(updatedAt, now)}
      </span>
    </>
  );
}
