import type { FanReport } from '@kickoff/contracts';
import { FilledText, formatCount, formatDateTime, pluralText } from '@kickoff/ui';

import { texts } from '../../texts';

interface FanReportsProps {
  reports: readonly FanReport[];
  /** Text of the empty state. */
  empty: string;
}

/** Reports by or about a fan, newest first. */
export function FanReports({ reports, empty }: FanReportsProps) {
  if (reports.length === 0) return <p className="ko-none">{empty}</p>;
  return (
    <ul className="ko-entries">
      {reports.map((report) => (
        <li key={`${report._id} ${report.createdAt}`}>
          <p dir="auto">{report.reason}</p>
          <small>
            <FilledText
              text={texts.fanReport.line}
              values={{
                target: texts.fanReport.target[report.targetType],
                times: pluralText(texts.fanReport.times, report.count, {
                  count: formatCount(report.count),
                }),
                state: texts.fanReport.state[report.state],
                time: <time dateTime={report.createdAt}>{formatDateTime(report.createdAt)}</time>,
              }}
            />
          </small>
        </li>
      ))}
    </ul>
  );
}
