/** An empty goal, for empty states. */
export function GoalDrawing() {
  return (
    <svg viewBox="0 0 72 44" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M6 42V6h60v36" strokeWidth="2.6" />
      <path
        d="M16 6v36M26 6v36M36 6v36M46 6v36M56 6v36M6 16h60M6 26h60M6 36h60"
        strokeWidth="1"
        opacity=".55"
      />
    </svg>
  );
}
