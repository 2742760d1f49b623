import type { ReactNode } from 'react';

import styles from './PageHeading.module.css';

interface PageHeadingProps {
  title: string;
  /** Rendered below the title. */
  children?: ReactNode;
  /** Rendered beside the title. */
  action?: ReactNode;
}

/** The heading of a page. */
export function PageHeading({ title, children, action }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div>
        <h1>{title}</h1>
        {children}
      </div>
      {action}
    </div>
  );
}
