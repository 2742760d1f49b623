import type { MatchTeam } from '@kickoff/contracts';
import clsx from 'clsx';

import styles from './ClubName.module.css';

/** Names up to this length fit a row of a phone. */
const FITS = 12;

/** A club's name. Where a long one would wrap, its short name is drawn; screen readers get the whole. */
export function ClubName({ club: { name, shortName } }: { club: MatchTeam }) {
  if (name.length <= FITS || shortName.length >= name.length) return <span>{name}</span>;
  return (
    <span className={clsx(styles.name, name.length > FITS + 6 && styles['name--long'])}>
      <span className={styles.whole}>{name}</span>
      <span className={styles.short} aria-hidden="true">
        {shortName}
      </span>
    </span>
  );
}
