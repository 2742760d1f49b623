import clsx from 'clsx';

import { texts } from '../../texts';
import styles from './PointTable.module.css';

function Head({ short, long }: { short: string; long: string }) {
  return <abbr title={long}>{short}</abbr>;
}

/** The names of the table's columns. */
export function TableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Head {...texts.columns.position} />
        </th>
        <th scope="col">{texts.standings.team}</th>
        <th scope="col" className="n">
          <Head {...texts.columns.played} />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head {...texts.columns.won} />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head {...texts.columns.draw} />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head {...texts.columns.lost} />
        </th>
        <th scope="col" className={clsx('n', styles.difference)}>
          <Head {...texts.columns.difference} />
        </th>
        <th scope="col" className={clsx('n', styles.roomy)}>
          <Head {...texts.columns.form} />
        </th>
        <th scope="col" className="n">
          <Head {...texts.columns.points} />
        </th>
      </tr>
    </thead>
  );
}
