import type { StandingRow } from '@kickoff/contracts';
import { EmptyState } from '@kickoff/ui';
import clsx from 'clsx';

import { texts } from '../../texts';
import { HiddenResults } from './HiddenResults';
import styles from './PointTable.module.css';
import { PointTableRow } from './PointTableRow';
import { TableHead } from './TableHead';
import { zoneKey, zoneMark, type KeyEntry } from './zones';

interface PointTableProps {
  table: StandingRow[];
  /** Matches that are not counted, because the fan has not seen them. */
  hiddenResults?: number | undefined;
  /** Id of the heading that names the table. */
  labelledBy: string;
  /** Whether a row is of the fan's team. */
  isOwn: (team: StandingRow['team']) => boolean;
}

const placesOf = ({ from, to }: KeyEntry) => (from === to ? `${from}` : `${from}–${to}`);

/** The live table: running scores are counted, and their clubs marked, as is the fan's team. */
export function PointTable({ table, hiddenResults, labelledBy, isOwn }: PointTableProps) {
  if (table.length === 0) return <EmptyState text={texts.standings.none} />;
  return (
    <>
      <table className={clsx('ko-table', styles.table)} aria-labelledby={labelledBy}>
        <TableHead />
        <tbody>
          {table.map((row) => (
            <PointTableRow
              key={row.team.id}
              row={row}
              mark={isOwn(row.team) ? texts.standings.ownTeam : undefined}
            />
          ))}
        </tbody>
      </table>
      <HiddenResults count={hiddenResults} />
      <ul className={styles.key} aria-label={texts.standings.zones}>
        {zoneKey(table).map((entry) => (
          <li key={entry.zone.name} data-zone={zoneMark(entry.zone)}>
            {entry.zone.name} <small>{placesOf(entry)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
