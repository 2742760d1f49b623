import type { League } from '@kickoff/contracts';
import { ageInWords, Button, momentInWords, sourceInWords } from '@kickoff/ui';

import type { FeedRow } from './api/useFootballFeed';
import { fetchStateOf, type Wishes } from './wishes';

interface FeedTableProps {
  rows: FeedRow[];
  wishes: Wishes;
  now: number;
  /** Id of the heading that names the table. */
  labelledBy: string;
  onFetch: (row: FeedRow) => void;
}

/** A league's name as its key has it; capitals come from the stylesheet. */
export const leagueInWords = (league: League) => league.replaceAll('_', ' ');

function Age({ of, now }: { of: string; now: number }) {
  return (
    <time dateTime={of} title={momentInWords(of)}>
      {ageInWords(of, now)}
    </time>
  );
}

function stateOf({ lastError, stale }: FeedRow): string {
  return [lastError ?? 'In order', ...(stale ? ['Out of date.'] : [])].join(' ');
}

function FetchCell({
  row,
  wishes,
  now,
  onFetch,
}: Omit<FeedTableProps, 'rows' | 'labelledBy'> & { row: FeedRow }) {
  const state = fetchStateOf(row, wishes[row.league], now);
  if (state === 'simulated') return <span className="ko-none">Simulated</span>;
  return (
    <Button
      look="soft"
      size="sm"
      busy={state === 'waiting'}
      disabled={state === 'fresh'}
      aria-label={`${state === 'fresh' ? 'Just fetched' : 'Fetch now'}: ${leagueInWords(row.league)}`}
      onClick={() => onFetch(row)}
    >
      {state === 'fresh' ? 'Just fetched' : 'Fetch now'}
    </Button>
  );
}

/** How the data of each league does, a line a league; cards on phones. */
export function FeedTable({ rows, wishes, now, labelledBy, onFetch }: FeedTableProps) {
  return (
    <div className="ko-card ko-data ko-data--cards ko-mt-4">
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
                <span style={{ textTransform: 'capitalize' }}>{leagueInWords(row.league)}</span>
              </th>
              <td data-label="Source">{sourceInWords(row.source)}</td>
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
                <FetchCell row={row} wishes={wishes} now={now} onFetch={onFetch} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
