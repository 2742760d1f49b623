/** The logo's mark: the ball at kick-off. */
export function Mark() {
  return (
    <svg className="ko-mark" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.6">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 .6v6.2M12 17.2v6.2" />
      </g>
      <circle className="ball" cx="12" cy="12" r="3" />
    </svg>
  );
}
