import { formatCount } from '@kickoff/ui';

import { texts } from '../../texts';
import type { Series } from './months';
import { shareOf, totalOf } from './months';

interface MonthTableProps {
  series: readonly Series[];
  labels: readonly string[];
  caption: string;
}

/** A chart's numbers as a table. */
export function MonthTable({ series, labels, caption }: MonthTableProps) {
  const [only] = series;
  const isAlone = series.length === 1;
  return (
    <div className="ko-data" tabIndex={0} role="region" aria-label={caption}>
      <table className="ko-table">
        <caption className="ko-sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.charts.month}</th>
            {series.map(({ name }) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            {isAlone ? <th scope="col">{texts.charts.share}</th> : null}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, counts }) => (
                <td className="ko-num" key={name}>
                  {formatCount(counts[at] ?? 0)}
                </td>
              ))}
              {isAlone && only ? (
                <td className="ko-num">{shareOf(only.counts[at] ?? 0, totalOf(only.counts))}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.charts.wholeYear}</th>
            {series.map(({ name, counts }) => (
              <td className="ko-num" key={name}>
                {formatCount(totalOf(counts))}
              </td>
            ))}
            {isAlone && only ? (
              <td className="ko-num">{shareOf(totalOf(only.counts), totalOf(only.counts))}</td>
            ) : null}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
