import { fillText, formatAge, Icon, icons, formatSource } from '@kickoff/ui';
import { addressOf, useNow } from '@kickoff/web';
import type { FootballFeed } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { texts } from '../../texts';
import { Panel } from './Panel';

type League = FootballFeed['leagues'][number];

const isAmiss = ({ lastError, stale }: League) => lastError !== null || stale;

/** The state of the football data: the leagues with errors, or that there are none. */
export function FeedHealth() {
  const now = useNow();
  const feed = useQuery({
    queryKey: ['football-feed'],
    queryFn: ({ signal }) => callApi('/api/admin/football', { as: 'admin', signal }),
    select: ({ leagues }) => leagues,
    refetchInterval: 30_000,
  });
  const leagues = feed.data ?? [];
  const amiss = leagues.filter(isAmiss);
  const inOrder = fillText(texts.overview.leaguesUpToDate, { count: leagues.length });
  return (
    <Panel
      title={texts.overview.footballData}
      to={addressOf('FootballFeed')}
      state={feed}
      empty={amiss.length === 0 ? inOrder : undefined}
    >
      <ul className="ko-list">
        {amiss.map((league) => (
          <li key={league.league}>
            <Icon icon={icons.trophy} />
            <span className="ko-list__text">
              <b className="ko-capital">{league.league.replaceAll('_', ' ')}</b>
              <small>
                {league.lastError ??
                  fillText(texts.overview.outOfDate, { source: formatSource(league.source) })}
              </small>
            </span>
            <time dateTime={league.updatedAt}>{formatAge(league.updatedAt, now)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
