import { addressWith, goTo, useAddressQuery } from '@kickoff/web';
import { useId } from 'react';

import { CsvButton } from '../../files/CsvButton';
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
  ['', 'Doughnut'],
  ['bars', 'Bars'],
  ['table', 'Table'],
] as const;

/** A year by month as a doughnut, as bars and as a table, with a CSV export. */
export function MonthCharts({ series, labels, year, drawMs, fileName }: MonthChartsProps) {
  const view = useAddressQuery().get('view') ?? '';
  const noteId = useId();
  const [first] = series;
  const names = series.map(({ name }) => name).join(', ');
  return (
    <section className="ko-card ko-mt-4" aria-label={`${names} by month`}>
      <div className="ko-head ko-charthead">
        <p id={noteId}>{series.map((one) => summaryOf(one, labels, year)).join(' ')}</p>
        <div className="ko-seg" role="group" aria-label="View">
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
        <MonthTable series={series} labels={labels} caption={`${names} by month, ${year}`} />
      ) : (
        <div className="ko-pad">
          {view === 'bars' ? (
            <>
              <Chart
                label={`Bar chart. ${series.map((one) => summaryOf(one, labels, year)).join(' ')}`}
                drawMs={drawMs}
                of={`${year} ${series.map(({ counts }) => counts.join()).join(' ')}`}
                options={(manner) => barOptions(series, labels, manner)}
              />
              {series.length === 1 ? null : (
                <ul className="ko-barkey">
                  {series.map(({ name }, at) => (
                    <li key={name} data-series={at}>
                      {name}
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
