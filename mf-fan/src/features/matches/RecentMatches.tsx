import { ageInWords, sourceInWords } from '@kickoff/ui';
import { useLater, useLatestMatches, useLeagueData, useLeagues, useNow } from '@kickoff/web';

import type { Favorite } from './favorite';
import { MatchSection } from './MatchSection';
import { recentMatches } from './pick-matches';

const loadScoreNews = () => import(/* webpackChunkName: "news" */ './ScoreNews');

interface RecentMatchesProps {
  as: 'column' | 'rail';
  /** Null where there is none, undefined while nobody knows. */
  favorite: Favorite | null | undefined;
}

/** What is in play and what was played last, the favourite club first. */
export function RecentMatches({ as, favorite }: RecentMatchesProps) {
  const now = useNow();
  const { data: summaries } = useLeagues();
  const latest = useLatestMatches();
  const own = useLeagueData(favorite?.league);
  const news = useLater(loadScoreNews);

  // Shown once both are here, so that nothing changes places before the reader's eyes.
  const waitsForOwn = favorite === undefined || (favorite !== null && own.isPending);
  const matches =
    latest.data && !waitsForOwn
      ? recentMatches(latest.data, own.data?.matches ?? [], favorite?.clubId)
      : undefined;
  const sources = [...new Set(summaries?.map(({ source }) => sourceInWords(source)))];
  const oldest = summaries?.map(({ updatedAt }) => updatedAt).toSorted()[0];
  return (
    <MatchSection
      title="Recent Matches"
      as={as}
      matches={matches}
      now={now}
      fault={latest.isError ? 'The latest results could not be loaded.' : undefined}
      onRetry={() => void latest.refetch()}
      note={
        oldest === undefined ? null : `${sources.join(', ')}. Updated ${ageInWords(oldest, now)}`
      }
    >
      {news.Part && matches ? <news.Part matches={matches} /> : null}
    </MatchSection>
  );
}
