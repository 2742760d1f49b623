import styles from './DayHeading.module.css';

/** The day above its matches. */
export function DayHeading({ children }: { children: string }) {
  return <h3 className={styles.heading}>{children}</h3>;
}
