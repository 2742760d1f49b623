import { ageInWords, sourceInWords, timeZoneName } from '@kickoff/ui';
import { addressOf, Link, useLeagueData, useLeagues, useNow } from '@kickoff/web';

import type { Favorite } from './favorite';
import { MatchSection } from './MatchSection';
import { nextMatches } from './pick-matches';

interface UpcomingEventsProps {
  /** Null where there is none, undefined while nobody knows. */
  favorite: Favorite | null | undefined;
}

/** The next fixtures of the favourite club's league; without one of a league that plays today. */
export function UpcomingEvents({ favorite }: UpcomingEventsProps) {
  const now = useNow();
  const leagues = useLeagues();
  const playing = leagues.data?.find(({ today }) => today > 0) ?? leagues.data?.[0];
  const league = favorite === null ? playing?.league : favorite?.league;
  const { data, isError, refetch } = useLeagueData(league);

  const name = leagues.data?.find((summary) => summary.league === league)?.name;
  const hasFailed = isError || (league === undefined && leagues.isError);
  return (
    <MatchSection
      title="Upcoming Events"
      as="column"
      matches={data && nextMatches(data.matches, favorite?.clubId, now)}
      now={now}
      fault={hasFailed ? 'The next matches could not be loaded.' : undefined}
      onRetry={() => void (league === undefined ? leagues.refetch() : refetch())}
      note={
        data ? (
          <>
            <Link to={addressOf('League', { league: data.league })}>
              {name ?? data.league.replaceAll('_', ' ')}
            </Link>
            , {sourceInWords(data.source)} {data.season}. Updated {ageInWords(data.updatedAt, now)}
            {data.stale ? ', out of date' : ''}. Times in {timeZoneName()}
          </>
        ) : null
      }
    />
  );
}
