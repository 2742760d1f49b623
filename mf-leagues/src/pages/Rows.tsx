import { Loading } from '@kickoff/ui';

import styles from './Rows.module.css';

/** Rows of a table or list that is loading. Their height is reserved from the first paint on. */
export function Rows({ count }: { count: number }) {
  return (
    <Loading holdsPlace>
      {Array.from({ length: count }, (_, row) => (
        <div className={styles.row} key={row}>
          <span className="ko-sk">&nbsp;</span>
        </div>
      ))}
    </Loading>
  );
}
