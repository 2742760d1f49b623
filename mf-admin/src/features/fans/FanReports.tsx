import type { FanReport } from '@kickoff/contracts';
import { formatDateTime } from '@kickoff/ui';

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
            {report.targetType === 'user' ? 'The fan' : `A ${report.targetType}`},{' '}
            {report.count === 1 ? 'reported once' : `reported ${report.count} times`},{' '}
            {report.state},{' '}
            <time dateTime={report.createdAt}>{formatDateTime(report.createdAt)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
