import { fillText } from '@kickoff/ui';
import { addressWith, goTo, useAddressQuery } from '@kickoff/web';
import { useId, useState } from 'react';

import { CsvButton } from '../../files/CsvButton';
import { texts } from '../../texts';
import { barOptions } from './chart-options';
import { Doughnut } from './Doughnut';
import { Chart } from './Chart';
import { MonthTable } from './MonthTable';
import { csvOf, summaryOf, type Series } from './months';

interface MonthChartsProps {
  /** The first series is shown as a doughnut. */
  series: readonly [Series, ...Series[]];
  labels: readonly string[];
  year: number;
  /** Duration of the entry animation in ms. */
  drawMs: number;
  fileName: string;
}

const VIEWS = [
  ['', texts.charts.doughnut],
  ['bars', texts.charts.bars],
  ['table', texts.charts.table],
] as const;

/** A year by month as a doughnut, as bars and as a table, with a CSV export. */
export function MonthCharts({ series, labels, year, drawMs, fileName }: MonthChartsProps) {
  const view = useAddressQuery().get('view') ?? '';
  const noteId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = series.filter(({ name }) => !hidden.has(name));
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const [first] = series;
  const names = series.map(({ name }) => name).join(', ');
  return (
    <section className="ko-card ko-mt-4" aria-label={fillText(texts.charts.byMonth, { names })}>
      <div className="ko-head ko-charthead">
        <p id={noteId}>{series.map((one) => summaryOf(one, labels, year)).join(' ')}</p>
        <div className="ko-seg" role="group" aria-label={texts.charts.view}>
          {VIEWS.map(([name, words]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => goTo(addressWith({ view: name }))}
            >
              {words}
            </button>
          ))}
        </div>
        <CsvButton
          name={fileName}
          fetchContent={() => new Blob([csvOf(series, labels)], { type: 'text/csv' })}
        />
      </div>
      {view === 'table' ? (
        <MonthTable
          series={series}
          labels={labels}
          caption={fillText(texts.charts.byMonthOf, { names, year })}
        />
      ) : (
        <div className="ko-pad">
          {view === 'bars' ? (
            <>
              <Chart
                label={fillText(texts.charts.barsLabel, {
                  summary: shown.map((one) => summaryOf(one, labels, year)).join(' '),
                })}
                drawMs={drawMs}
                of={`${year} ${shown.map(({ counts }) => counts.join()).join(' ')}`}
                options={(theme) => barOptions(shown, labels, theme, series)}
              />
              {series.length === 1 ? null : (
                <ul className="ko-barkey">
                  {series.map(({ name }, at) => (
                    <li key={name} data-series={at}>
                      <button
                        className="ko-btn ko-btn--sm"
                        type="button"
                        aria-pressed={!hidden.has(name)}
                        // A chart without a series shows nothing.
                        disabled={shown.length === 1 && !hidden.has(name)}
                        onClick={() => toggle(name)}
                      >
                        {name}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </>
          ) : (
            <Doughnut series={first} labels={labels} year={year} drawMs={drawMs} />
          )}
        </div>
      )}
    </section>
  );
}
