import type { StandingRow } from '@kickoff/contracts';
import clsx from 'clsx';

import { texts } from '../../texts';
import { HiddenResults } from './HiddenResults';
import styles from './PointTable.module.css';
import { PointTableRow } from './PointTableRow';
import { TableHead } from './TableHead';

interface TableExcerptProps {
  /** Runs of rows, as `excerptOf` returns them. */
  runs: StandingRow[][];
  clubIds: readonly string[];
  /** Matches that are not counted, because the fan has not seen them. */
  hiddenResults: number | undefined;
  /** Id of the heading that names the table. */
  labelledBy: string;
}

/** Where two clubs are in the table. */
export function TableExcerpt({ runs, clubIds, hiddenResults, labelledBy }: TableExcerptProps) {
  return (
    <>
      <table className={clsx('ko-table', styles.table)} aria-labelledby={labelledBy}>
        <TableHead />
        {runs.map((run) => (
          <tbody key={run[0]?.team.id}>
            {run.map((row) => (
              <PointTableRow
                key={row.team.id}
                row={row}
                mark={clubIds.includes(row.team.id) ? texts.standings.inMatch : undefined}
              />
            ))}
          </tbody>
        ))}
      </table>
      <HiddenResults count={hiddenResults} />
    </>
  );
}
