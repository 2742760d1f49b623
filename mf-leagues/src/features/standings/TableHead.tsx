import clsx from 'clsx';

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
          <Head short="#" long="Position" />
        </th>
        <th scope="col">Team</th>
        <th scope="col" className="n">
          <Head short="P" long="Played" />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head short="W" long="Won" />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head short="D" long="Draw" />
        </th>
        <th scope="col" className={clsx('n', styles.results)}>
          <Head short="L" long="Lost" />
        </th>
        <th scope="col" className={clsx('n', styles.difference)}>
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
  );
}
