import { fillText, formatCount } from '@kickoff/ui';
import { useState } from 'react';

import { texts } from '../../texts';
import { doughnutOptions, tooltipLine } from './chart-options';
import { Chart } from './Chart';
import { shareOf, summaryOf, totalOf, type Series } from './months';

interface DoughnutProps {
  series: Series;
  labels: readonly string[];
  year: number;
  drawMs: number;
}

/** A doughnut chart of a year with a legend; hovering an entry shows its month in the centre. */
export function Doughnut({ series, labels, year, drawMs }: DoughnutProps) {
  const { name, unit, counts } = series;
  const [pointed, setPointed] = useState<number>();
  const total = totalOf(counts);
  const label = pointed === undefined ? undefined : labels[pointed];
  return (
    <div className="ko-donut">
      <div className="ko-donut__fig">
        <Chart
          label={fillText(texts.charts.doughnutLabel, {
            summary: summaryOf(series, labels, year),
          })}
          drawMs={drawMs}
          of={`${year} ${counts.join()}`}
          options={(manner) => doughnutOptions(series, labels, manner)}
        />
        <div className="ko-donut__mid" aria-hidden="true">
          <b>{formatCount(label === undefined ? total : (counts[pointed ?? 0] ?? 0))}</b>
          <span>{label ?? unit}</span>
        </div>
      </div>
      <ul className="ko-legend" aria-label={fillText(texts.charts.byMonth, { names: name })}>
        {labels.map((month, at) => (
          <li key={month} style={{ '--c': `var(--m${at + 1})` }}>
            <i aria-hidden="true" />
            <button
              className="ko-legend__month"
              type="button"
              aria-label={tooltipLine(name, month, counts[at] ?? 0)}
              onFocus={() => setPointed(at)}
              onBlur={() => setPointed(undefined)}
              onMouseEnter={() => setPointed(at)}
              onMouseLeave={() => setPointed(undefined)}
            >
              {month}
            </button>
            <b>{formatCount(counts[at] ?? 0)}</b>
            <small>{shareOf(counts[at] ?? 0, total)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
