import { GoalDrawing } from './GoalDrawing';

/** Says that a place is truly empty. */
export function EmptyState({ text }: { text: string }) {
  return (
    <div className="ko-empty">
      <GoalDrawing />
      <b>{text}</b>
    </div>
  );
}
