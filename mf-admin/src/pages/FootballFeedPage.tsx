import { ErrorState, Loading } from '@kickoff/ui';
import { raiseToast, useNow, usePageTitle } from '@kickoff/web';
import { useId, useState } from 'react';

import { refreshLeague } from '../features/football-feed/api/refreshLeague';
import { type FeedRow, useFootballFeed } from '../features/football-feed/api/useFootballFeed';
import { FeedTable, leagueInWords } from '../features/football-feed/FeedTable';
import { fetchStateOf, type Wish, type Wishes } from '../features/football-feed/wishes';
import { StuckWorkTable } from '../features/jobs/StuckWorkTable';

/** Where the football data comes from, how old it is, and what went wrong. */
export default function FootballFeedPage() {
  usePageTitle('Data Feed');
  const headingId = useId();
  const now = useNow();
  const [wishes, setWishes] = useState<Wishes>({});
  const [told, setTold] = useState('');
  const {
    data: rows,
    isPending,
    error,
    refetch,
  } = useFootballFeed({
    isWaiting: (known) =>
      known.some((row) => fetchStateOf(row, wishes[row.league], now) === 'waiting'),
  });

  const fetchNow = async ({ league, lastTriedAt }: FeedRow) => {
    const wish = (state: Wish['state']) =>
      setWishes((known) => ({ ...known, [league]: { triedAt: lastTriedAt, state } }));
    wish('sending');
    try {
      await refreshLeague(league);
      wish('sent');
      setTold(`${leagueInWords(league)} will be fetched as soon as its provider allows`);
    } catch (failure) {
      wish('failed');
      raiseToast({
        kind: 'error',
        text: failure instanceof Error ? failure.message : String(failure),
      });
    }
    await refetch();
  };

  return (
    <>
      <h1 id={headingId}>Data Feed</h1>
      <p className="ko-hintrow">
        Where the scores come from, how old they are, and corrections of the last 30 days.
      </p>
      <p className="ko-sr" role="status">
        {told}
      </p>
      {isPending ? (
        <Loading>
          <div className="ko-sk" style={{ height: '30em' }} />
        </Loading>
      ) : null}
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {rows ? (
        <FeedTable
          rows={rows}
          wishes={wishes}
          now={now}
          labelledBy={headingId}
          onFetch={(row) => void fetchNow(row)}
        />
      ) : null}
      <StuckWorkTable now={now} />
    </>
  );
}
