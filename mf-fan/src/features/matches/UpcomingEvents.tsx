import { FilledText, formatAge, formatSource, formatTimeZone } from '@kickoff/ui';
import { addressOf, Link, useNow } from '@kickoff/web';

import { texts } from '../../texts';
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
      title={texts.matches.upcoming}
      as={as}
      matches={data?.upcoming}
      now={now}
      fault={isError ? texts.matches.upcomingFailed : undefined}
      onRetry={() => void refetch()}
      note={
        league ? (
          <FilledText
            text={league.stale ? texts.matches.staleNote : texts.matches.upcomingNote}
            values={{
              league: (
                <Link to={addressOf('League', { league: league.league })}>{league.name}</Link>
              ),
              source: formatSource(league.source),
              season: league.season,
              age: formatAge(league.updatedAt, now),
              zone: formatTimeZone(),
            }}
          />
        ) : null
      }
    />
  );
}
