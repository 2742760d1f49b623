import type { League } from '@kickoff/contracts';
import { formatAge, Button, fillText, formatDateTime, formatSource } from '@kickoff/ui';

import { texts } from '../../texts';
import type { FeedRow } from './api/useFootballData';
import { fetchStateOf, type RefreshRequests } from './refresh-requests';

interface FootballDataTableProps {
  rows: FeedRow[];
  requests: RefreshRequests;
  now: number;
  /** Id of the heading that names the table. */
  labelledBy: string;
  onFetch: (row: FeedRow) => void;
}

/** Formats a league's name from its key; capitals come from the stylesheet. */
export const formatLeague = (league: League) => league.replaceAll('_', ' ');

function Age({ of, now }: { of: string; now: number }) {
  return (
    <time dateTime={of} title={formatDateTime(of)}>
      {formatAge(of, now)}
    </time>
  );
}

function stateOf({ lastError, stale }: FeedRow): string {
  if (lastError === null) {
    return stale ? texts.footballFeed.outOfDate : texts.footballFeed.upToDate;
  }
  return stale ? fillText(texts.footballFeed.errorOutOfDate, { error: lastError }) : lastError;
}

function FetchCell({
  row,
  requests,
  now,
  onFetch,
}: Omit<FootballDataTableProps, 'rows' | 'labelledBy'> & { row: FeedRow }) {
  const state = fetchStateOf(row, requests[row.league], now);
  if (state === 'simulated') return <span className="ko-none">{texts.footballFeed.simulated}</span>;
  const league = formatLeague(row.league);
  const isFresh = state === 'fresh';
  return (
    <Button
      look="soft"
      size="sm"
      busy={state === 'waiting'}
      // Not `disabled`: the button that was pressed would lose the focus.
      aria-disabled={isFresh ? true : undefined}
      aria-label={fillText(
        isFresh ? texts.footballFeed.freshLeague : texts.footballFeed.fetchNowLeague,
        { league },
      )}
      onClick={() => {
        if (!isFresh) onFetch(row);
      }}
    >
      {isFresh ? texts.footballFeed.fresh : texts.footballFeed.fetchNow}
    </Button>
  );
}

/** The state of each league's data, one row per league; cards on phones. */
export function FootballDataTable({
  rows,
  requests,
  now,
  labelledBy,
  onFetch,
}: FootballDataTableProps) {
  return (
    <div
      className="ko-card ko-data ko-data--cards ko-mt-4"
      tabIndex={0}
      role="region"
      aria-labelledby={labelledBy}
    >
      <table className="ko-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{texts.footballFeed.league}</th>
            <th scope="col">{texts.footballFeed.source}</th>
            <th scope="col">{texts.footballFeed.changed}</th>
            <th scope="col">{texts.footballFeed.lastTry}</th>
            <th scope="col">{texts.common.state}</th>
            <th scope="col">{texts.footballFeed.callsLeft}</th>
            <th scope="col">{texts.footballFeed.corrections}</th>
            <th scope="col">{texts.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.league}>
              <th scope="row" data-label={texts.footballFeed.league}>
                <span className="ko-capitalize">{formatLeague(row.league)}</span>
              </th>
              <td data-label={texts.footballFeed.source}>{formatSource(row.source)}</td>
              <td data-label={texts.footballFeed.changed}>
                <Age of={row.updatedAt} now={now} />
              </td>
              <td data-label={texts.footballFeed.lastTry}>
                {row.lastTriedAt === null ? (
                  texts.common.never
                ) : (
                  <Age of={row.lastTriedAt} now={now} />
                )}
              </td>
              <td data-label={texts.common.state} className="ko-sentence">
                {stateOf(row)}
              </td>
              <td data-label={texts.footballFeed.callsLeft}>
                {row.remaining ?? texts.footballFeed.unknown}
              </td>
              <td data-label={texts.footballFeed.corrections}>{row.corrections}</td>
              <td data-label={texts.common.actions}>
                <FetchCell row={row} requests={requests} now={now} onFetch={onFetch} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
