import { texts } from '../../texts';

/** Reserves a chart's space while its numbers load. */
export function ChartSpinner() {
  return (
    <div className="ko-drawing" role="status">
      <div className="ko-spin" />
      <span className="ko-sr">{texts.common.loading}</span>
    </div>
  );
}
