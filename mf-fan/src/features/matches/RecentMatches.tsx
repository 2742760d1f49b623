import { formatAge, formatSource } from '@kickoff/ui';
import { useDeferredComponent, useNow } from '@kickoff/web';

import type { useMatchDigest } from './api/useMatchDigest';
import { MatchSection } from './MatchSection';

const loadScoreAnnouncer = () => import(/* webpackChunkName: "news" */ './ScoreAnnouncer');

interface RecentMatchesProps {
  as: 'column' | 'rail';
  digest: ReturnType<typeof useMatchDigest>;
}

/** Live and recent matches, the favourite club first. */
export function RecentMatches({ as, digest: { data, isError, refetch } }: RecentMatchesProps) {
  const now = useNow();
  const announcer = useDeferredComponent(loadScoreAnnouncer);
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
          ? `${data.delayed ? 'In play, delayed. ' : ''}${data.sources.map(formatSource).join(', ')}. Updated ${formatAge(data.updatedAt, now)}`
          : null
      }
    >
      {announcer.Component && data ? <announcer.Component matches={data.recent} /> : null}
    </MatchSection>
  );
}
