import { ErrorState, fillText, Loading } from '@kickoff/ui';
import { useNow, usePageTitle } from '@kickoff/web';
import { useId, useState } from 'react';

import { refreshLeague } from '../features/football-feed/api/refreshLeague';
import { type FeedRow, useFootballData } from '../features/football-feed/api/useFootballData';
import { FootballDataTable, formatLeague } from '../features/football-feed/FootballDataTable';
import {
  fetchStateOf,
  type RefreshRequest,
  type RefreshRequests,
} from '../features/football-feed/refresh-requests';
import { StuckWorkTable } from '../features/jobs/StuckWorkTable';
import { clearError, showError } from '../show-error';
import { texts } from '../texts';

/** The provider, age and errors of the football data. */
export default function FootballFeedPage() {
  usePageTitle();
  const headingId = useId();
  const now = useNow();
  const [requests, setRequests] = useState<RefreshRequests>({});
  const [announcement, setAnnouncement] = useState('');
  const {
    data: rows,
    isPending,
    error,
    refetch,
  } = useFootballData({
    isWaiting: (known) =>
      known.some((row) => fetchStateOf(row, requests[row.league], now) === 'waiting'),
  });

  const fetchNow = async ({ league, lastTriedAt }: FeedRow) => {
    const setRequest = (state: RefreshRequest['state']) =>
      setRequests((known) => ({ ...known, [league]: { triedAt: lastTriedAt, state } }));
    setRequest('sending');
    clearError(`fetch ${league}`);
    try {
      await refreshLeague(league);
      setRequest('sent');
      setAnnouncement(fillText(texts.footballFeed.requested, { league: formatLeague(league) }));
    } catch (failure) {
      setRequest('failed');
      showError(`fetch ${league}`)(failure);
    }
    await refetch();
  };

  return (
    <>
      <h1 id={headingId}>{texts.footballFeed.title}</h1>
      <p className="ko-hintrow">{texts.footballFeed.hint}</p>
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {isPending ? (
        <Loading>
          <div className="ko-sk ko-sk--table" />
        </Loading>
      ) : null}
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {rows ? (
        <FootballDataTable
          rows={rows}
          requests={requests}
          now={now}
          labelledBy={headingId}
          onFetch={(row) => void fetchNow(row)}
        />
      ) : null}
      {/* The rows above would shift it. */}
      {isPending ? null : <StuckWorkTable now={now} />}
    </>
  );
}
