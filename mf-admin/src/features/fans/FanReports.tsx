import type { FanReport } from '@kickoff/contracts';
import { momentInWords } from '@kickoff/ui';

interface FanReportsProps {
  reports: readonly FanReport[];
  /** What stands there without any. */
  empty: string;
}

/** Reports in which a fan has a part, newest first. */
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
            <time dateTime={report.createdAt}>{momentInWords(report.createdAt)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
