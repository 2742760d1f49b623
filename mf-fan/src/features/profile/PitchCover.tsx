import styles from './PitchCover.module.css';

/** A pitch from above, as the cover of a profile. */
export function PitchCover() {
  return (
    <div className={styles.cover} aria-hidden="true">
      <svg viewBox="0 0 1232 176" preserveAspectRatio="xMidYMid slice">
        <g fill="none" stroke="currentColor" strokeWidth="3">
          <path d="M616-10v200" />
          <circle cx="616" cy="88" r="62" />
          <path d="M-10 20h140v136H-10M1242 20h-140v136h140M130 58a40 40 0 0 1 0 60M1102 58a40 40 0 0 0 0 60" />
        </g>
        <circle cx="616" cy="88" r="9" fill="var(--flood)" />
      </svg>
    </div>
  );
}
