import { Icon, icons, pluralText } from '@kickoff/ui';

import { texts } from '../../texts';
import styles from './PointTable.module.css';

/** How many matches a table leaves out because they are hidden. */
export function HiddenResults({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <p className={styles.hidden}>
      <Icon icon={icons.shield} size={16} />
      {pluralText(texts.standings.hidden, count, { count })}
    </p>
  );
}
