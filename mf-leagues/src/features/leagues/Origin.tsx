import type { LeagueData } from '@kickoff/contracts';
import { ageInWords, sourceInWords, timeOfDay } from '@kickoff/ui';

interface OriginProps {
  of: Pick<LeagueData, 'source' | 'season' | 'updatedAt' | 'stale'>;
  now: number;
}

/** Where a league's numbers are from and how old they are. */
export function Origin({ of: { source, season, updatedAt, stale }, now }: OriginProps) {
  return (
    <>
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
