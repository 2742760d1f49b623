import type { ReportCase } from '@kickoff/contracts';
import { icons, fillText, formatAge, Icon, formatCount } from '@kickoff/ui';
import { addressOf, useNow } from '@kickoff/web';

import { formatCase } from '../../format-case';
import { texts } from '../../texts';
import { Panel } from './Panel';
import { useNewest } from './useNewest';

/** The open cases. */
export function OpenReports() {
  const now = useNow();
  const newest = useNewest<ReportCase>('/api/admin/reports', '&state=open');
  const cases = newest.data?.items ?? [];
  const total = newest.data?.total ?? cases.length;
  return (
    <Panel
      title={
        total === 0
          ? texts.overview.openReports
          : fillText(texts.overview.openReportCount, { count: formatCount(total) })
      }
      to={addressOf('ReportQueue')}
      state={newest}
      empty={cases.length === 0 ? texts.reports.noneOpen : undefined}
    >
      <ul className="ko-list">
        {cases.map((report) => (
          <li key={report._id}>
            <Icon icon={icons.flag} />
            <span className="ko-list__text">
              <b>{formatCase(report)}</b>
              <small dir="auto">{report.reports[0]?.reason}</small>
            </span>
            <time dateTime={report.createdAt}>{formatAge(report.createdAt, now)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
