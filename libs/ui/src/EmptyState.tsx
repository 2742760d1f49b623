import type { ReactNode } from 'react';

import { GoalDrawing } from './GoalDrawing';

interface EmptyStateProps {
  text: string;
  /** A link or button that leads on. */
  children?: ReactNode;
}

/** Shown where a list loaded and has no items. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="ko-empty">
      <GoalDrawing />
      <b>{text}</b>
      {children}
    </div>
  );
}
