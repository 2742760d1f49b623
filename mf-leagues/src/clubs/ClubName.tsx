import type { MatchTeam } from '@kickoff/contracts';

import styles from './ClubName.module.css';

/** A club's name. In a narrow container its short name is drawn; screen readers get the whole. */
export function ClubName({ club: { name, shortName } }: { club: MatchTeam }) {
  if (shortName.length >= name.length) return <span>{name}</span>;
  return (
    <span>
      <span className={styles.whole}>{name}</span>
      <span className={styles.short} aria-hidden="true">
        {shortName}
      </span>
    </span>
  );
}
