import clsx from 'clsx';
import type { ReactNode } from 'react';

import styles from './LiveMark.module.css';

interface LiveMarkProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Marks what is in play now. */
export function LiveMark({ className, children }: LiveMarkProps) {
  return <span className={clsx(styles.mark, className)}>{children}</span>;
}
