import type { ReactNode } from 'react';

import { GoalDrawing } from './GoalDrawing';

interface EmptyStateProps {
  text: string;
  /** A way on from here. */
  children?: ReactNode;
}

/** Says that a place is truly empty. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="ko-empty">
      <GoalDrawing />
      <b>{text}</b>
      {children}
    </div>
  );
}
