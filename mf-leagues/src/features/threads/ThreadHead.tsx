import type { ReactNode } from 'react';

import { texts } from '../../texts';
import type { ThreadScope } from './api/useThread';
import styles from './ThreadHead.module.css';

interface ThreadHeadProps {
  headingId: string;
  isPostponed: boolean;
  /** Given where there are rows to choose from. */
  scope?: ThreadScope;
  onScope?: (scope: ThreadScope) => void;
  /** The goals. */
  children?: ReactNode;
}

/** The heading of a thread, with the choice of whose posts it has. */
export function ThreadHead({ headingId, isPostponed, scope, onScope, children }: ThreadHeadProps) {
  const isFriends = scope === 'friends';
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <h2 id={headingId}>{texts.thread.title}</h2>
        {isPostponed ? <span className="ko-chip">{texts.thread.postponed}</span> : null}
        {scope && onScope ? (
          <button
            className={styles.switch}
            type="button"
            role="switch"
            aria-checked={isFriends}
            onClick={() => onScope(isFriends ? 'everyone' : 'friends')}
          >
            {texts.thread.friends}
            <i aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {children}
    </div>
  );
}
