import { ageInWords, sourceInWords } from '@kickoff/ui';
import { useLater, useNow } from '@kickoff/web';

import type { useMatchDigest } from './api/useMatchDigest';
import { MatchSection } from './MatchSection';

const loadScoreNews = () => import(/* webpackChunkName: "news" */ './ScoreNews');

interface RecentMatchesProps {
  as: 'column' | 'rail';
  digest: ReturnType<typeof useMatchDigest>;
}

/** What is in play and what was played last, the favourite club first. */
export function RecentMatches({ as, digest: { data, isError, refetch } }: RecentMatchesProps) {
  const now = useNow();
  const news = useLater(loadScoreNews);
  return (
    <MatchSection
      title="Recent Matches"
      as={as}
      matches={data?.recent}
      now={now}
      fault={isError ? 'The latest results could not be loaded.' : undefined}
      onRetry={() => void refetch()}
      note={
        data
          ? `${data.sources.map(sourceInWords).join(', ')}. Updated ${ageInWords(data.updatedAt, now)}`
          : null
      }
    >
      {news.Part && data ? <news.Part matches={data.recent} /> : null}
    </MatchSection>
  );
}
