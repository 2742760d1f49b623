import type { StandingRow } from '@kickoff/contracts';
import { ClubBadge, ClubForm, EmptyState } from '@kickoff/ui';
import clsx from 'clsx';

import styles from './PointTable.module.css';
import { zoneKey, zoneMark, type KeyEntry } from './zones';

interface PointTableProps {
  table: StandingRow[];
  /** Id of the heading that names the table. */
  labelledBy: string;
}

const signed = (count: number) => (count > 0 ? `+${count}` : `${count}`.replace('-', '−'));

function Row({ row }: { row: StandingRow }) {
  const { position, team, zone, live } = row;
  return (
    <tr data-zone={zoneMark(zone)}>
      <td>
        {position}
        {zone ? <span className="ko-sr"> {zone.name}</span> : null}
      </td>
      <th scope="row">
        <span className={clsx('ko-team', styles.team)}>
          <ClubBadge club={team} />
          {live ? (
            <span className="ko-match__st ko-match__st--live">
              <span className="ko-sr">Playing now: </span>
            </span>
          ) : null}
          <span>{team.name}</span>
        </span>
      </th>
      <td className="n">{row.playedGames}</td>
      <td className="n">{row.won}</td>
      <td className="n">{row.draw}</td>
      <td className="n">{row.lost}</td>
      <td className={clsx('n', styles.roomy)}>{signed(row.goalDifference)}</td>
      <td className={clsx('n', styles.roomy)}>
        <ClubForm form={row.form} />
      </td>
      <td className="n pts">{row.points}</td>
    </tr>
  );
}

function Head({ short, long }: { short: string; long: string }) {
  return <abbr title={long}>{short}</abbr>;
}

const placesOf = ({ from, to }: KeyEntry) => (from === to ? `${from}` : `${from}–${to}`);

/** The live table: running scores are counted, and their clubs marked. */
export function PointTable({ table, labelledBy }: PointTableProps) {
  if (table.length === 0) return <EmptyState text="Point table data not available." />;
  return (
    <>
      <table className={clsx('ko-table', styles.table)} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">
              <Head short="#" long="Position" />
            </th>
            <th scope="col">Team</th>
            <th scope="col" className="n">
              <Head short="P" long="Played" />
            </th>
            <th scope="col" className="n">
              <Head short="W" long="Won" />
            </th>
            <th scope="col" className="n">
              <Head short="D" long="Draw" />
            </th>
            <th scope="col" className="n">
              <Head short="L" long="Lost" />
            </th>
            <th scope="col" className={clsx('n', styles.roomy)}>
              <Head short="GD" long="Goal difference" />
            </th>
            <th scope="col" className={clsx('n', styles.roomy)}>
              <Head short="Form" long="Last five results, newest last" />
            </th>
            <th scope="col" className="n">
              <Head short="Pts" long="Points" />
            </th>
          </tr>
        </thead>
        <tbody>
          {table.map((row) => (
            <Row key={row.team.id} row={row} />
          ))}
        </tbody>
      </table>
      <ul className={styles.key} aria-label="Table zones">
        {zoneKey(table).map((entry) => (
          <li key={entry.zone.name} data-zone={zoneMark(entry.zone)}>
            {entry.zone.name} <small>{placesOf(entry)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
