import { fillText, formatAge, formatSource } from '@kickoff/ui';
import { useDeferredComponent, useNow } from '@kickoff/web';

import { texts } from '../../texts';
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
      title={texts.matches.recent}
      as={as}
      matches={data?.recent}
      now={now}
      fault={isError ? texts.matches.recentFailed : undefined}
      onRetry={() => void refetch()}
      note={
        data
          ? fillText(data.delayed ? texts.matches.delayedNote : texts.matches.recentNote, {
              sources: data.sources.map(formatSource).join(', '),
              age: formatAge(data.updatedAt, now),
            })
          : null
      }
    >
      {announcer.Component && data ? <announcer.Component matches={data.recent} /> : null}
    </MatchSection>
  );
}
