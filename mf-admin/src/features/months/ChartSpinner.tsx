/** Keeps a chart's place while its numbers come. */
export function ChartSpinner() {
  return (
    <div className="ko-drawing" role="status">
      <div className="ko-spin" />
      <span className="ko-sr">Loading...</span>
    </div>
  );
}
