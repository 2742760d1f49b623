import { formatAge, formatSource, formatTimeZone } from '@kickoff/ui';
import { addressOf, Link, useNow } from '@kickoff/web';

import type { useMatchDigest } from './api/useMatchDigest';
import { MatchSection } from './MatchSection';

interface UpcomingEventsProps {
  as: 'column' | 'rail';
  digest: ReturnType<typeof useMatchDigest>;
}

/** The next fixtures of the favourite club's league, or of a league that plays today. */
export function UpcomingEvents({ as, digest: { data, isError, refetch } }: UpcomingEventsProps) {
  const now = useNow();
  const league = data?.league;
  return (
    <MatchSection
      title="Upcoming Events"
      as={as}
      matches={data?.upcoming}
      now={now}
      fault={isError ? 'The next matches could not be loaded.' : undefined}
      onRetry={() => void refetch()}
      note={
        league ? (
          <>
            <Link to={addressOf('League', { league: league.league })}>{league.name}</Link>,{' '}
            {formatSource(league.source)} {league.season}. Updated{' '}
            {formatAge(league.updatedAt, now)}
            {league.stale ? ', out of date' : ''}. Times in {formatTimeZone()}
          </>
        ) : null
      }
    />
  );
}
