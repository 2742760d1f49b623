import { Icon, icons } from '@kickoff/ui';

import styles from './PointTable.module.css';

/** How many matches a table leaves out because they are hidden. */
export function HiddenResults({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <p className={styles.hidden}>
      <Icon icon={icons.shield} size={16} />
      {count === 1 ? '1 result hidden' : `${count} results hidden`}
    </p>
  );
}
