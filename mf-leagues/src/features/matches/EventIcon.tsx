import type { MatchEvent } from '@kickoff/contracts';

import styles from './EventIcon.module.css';

function Ball() {
  return (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m12 8.4 3.4 2.5-1.3 4h-4.2l-1.3-4Z" fill="currentColor" />
      <path d="M12 3v5.4M20.6 9.3l-5.2 1.6M17.3 19.3l-3.2-4.4M6.7 19.3l3.2-4.4M3.4 9.3l5.2 1.6" />
    </>
  );
}

/** The drawing of what happened in a match. The words beside it name it. */
export function EventIcon({ kind }: { kind: MatchEvent['kind'] }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" data-kind={kind} aria-hidden="true">
      {kind === 'yellow_card' || kind === 'red_card' ? (
        <rect x="6.5" y="3.5" width="11" height="17" rx="1.8" fill="currentColor" />
      ) : (
        <Ball />
      )}
      {kind === 'disallowed_goal' ? <path d="M3.5 3.5l17 17" strokeWidth="2.6" /> : null}
    </svg>
  );
}
