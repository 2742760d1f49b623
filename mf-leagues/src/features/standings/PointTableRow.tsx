import type { StandingRow } from '@kickoff/contracts';
import { ClubBadge, ClubForm, fillText } from '@kickoff/ui';
import clsx from 'clsx';

import { ClubName } from '../../clubs/ClubName';
import { texts } from '../../texts';
import styles from './PointTable.module.css';
import { zoneMark } from './zones';

const signed = (count: number) => (count > 0 ? `+${count}` : `${count}`.replace('-', '−'));

interface PointTableRowProps {
  row: StandingRow;
  /** Why the row is marked, for screen readers; undefined for a row like the others. */
  mark: string | undefined;
}

/** A club's row of the table. */
export function PointTableRow({ row, mark }: PointTableRowProps) {
  const { position, team, zone, live } = row;
  return (
    <tr data-zone={zoneMark(zone)} data-marked={mark === undefined ? undefined : ''}>
      <td>
        {position}
        {zone ? <span className="ko-sr"> {zone.name}</span> : null}
      </td>
      <th scope="row">
        <span className={clsx('ko-team', styles.team)}>
          <ClubBadge club={team} />
          <span>
            <ClubName club={team} />
            {live ? (
              <span className={styles.live}>
                <span className="ko-sr"> {texts.standings.live}</span>
              </span>
            ) : null}
            {mark ? (
              <span className="ko-sr"> {fillText(texts.standings.mark, { mark })}</span>
            ) : null}
          </span>
        </span>
      </th>
      <td className="n">{row.playedGames}</td>
      <td className={clsx('n', styles.results)}>{row.won}</td>
      <td className={clsx('n', styles.results)}>{row.draw}</td>
      <td className={clsx('n', styles.results)}>{row.lost}</td>
      <td className={clsx('n', styles.difference)}>{signed(row.goalDifference)}</td>
      <td className={clsx('n', styles.roomy)}>
        <ClubForm form={row.form} />
      </td>
      <td className="n pts">{row.points}</td>
    </tr>
  );
}
