import type { FanSummary, ReportCase } from '@kickoff/contracts';

import type { ReportEntry } from './report-entry.schema.js';
import type { Report } from './report.schema.js';

/** Converts a case for admins; deleted fans have no name. */
export function toReportCase(
  about: Report,
  reports: readonly ReportEntry[],
  fans: ReadonlyMap<string, FanSummary>,
): ReportCase {
  const person = (id: string | undefined) => {
    const fan = id && fans.get(id);
    return fan && { _id: fan._id, username: fan.username };
  };
  const owner = person(about.ownerId);
  return {
    _id: about._id,
    targetType: about.targetType,
    targetId: about.targetId,
    ...(owner ? { owner } : {}),
    snapshot: about.snapshot,
    count: about.count,
    reports: reports.map(({ reporterId, reason, createdAt }) => {
      const reporter = person(reporterId);
      return { ...(reporter ? { reporter } : {}), reason, createdAt: createdAt.toISOString() };
    }),
    state: about.state,
    createdAt: about.createdAt.toISOString(),
    ...(about.assignee ? { assignee: about.assignee } : {}),
    ...(about.decision
      ? { decision: { ...about.decision, at: about.decision.at.toISOString() } }
      : {}),
  };
}
