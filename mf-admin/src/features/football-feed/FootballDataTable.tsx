import type { League } from '@kickoff/contracts';
import { formatAge, Button, formatDateTime, formatSource } from '@kickoff/ui';

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
  return [lastError ?? 'In order', ...(stale ? ['Out of date.'] : [])].join(' ');
}

function FetchCell({
  row,
  requests,
  now,
  onFetch,
}: Omit<FootballDataTableProps, 'rows' | 'labelledBy'> & { row: FeedRow }) {
  const state = fetchStateOf(row, requests[row.league], now);
  if (state === 'simulated') return <span className="ko-none">Simulated</span>;
  return (
    <Button
      look="soft"
      size="sm"
      busy={state === 'waiting'}
      disabled={state === 'fresh'}
      aria-label={`${state === 'fresh' ? 'Just fetched' : 'Fetch now'}: ${formatLeague(row.league)}`}
      onClick={() => onFetch(row)}
    >
      {state === 'fresh' ? 'Just fetched' : 'Fetch now'}
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
            <th scope="col">League</th>
            <th scope="col">Source</th>
            <th scope="col">Changed</th>
            <th scope="col">Last asked</th>
            <th scope="col">State</th>
            <th scope="col">Calls left</th>
            <th scope="col">Corrections</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.league}>
              <th scope="row" data-label="League">
                <span style={{ textTransform: 'capitalize' }}>{formatLeague(row.league)}</span>
              </th>
              <td data-label="Source">{formatSource(row.source)}</td>
              <td data-label="Changed">
                <Age of={row.updatedAt} now={now} />
              </td>
              <td data-label="Last asked">
                {row.lastTriedAt === null ? 'Never' : <Age of={row.lastTriedAt} now={now} />}
              </td>
              <td data-label="State" style={{ whiteSpace: 'normal' }}>
                {stateOf(row)}
              </td>
              <td data-label="Calls left">{row.remaining ?? 'Not told'}</td>
              <td data-label="Corrections">{row.corrections}</td>
              <td data-label="Actions">
                <FetchCell row={row} requests={requests} now={now} onFetch={onFetch} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
