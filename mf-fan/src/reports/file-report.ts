import type { NewReport, ReportTarget } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Files a report; idempotent per key. */
export async function fileReport(
  target: { type: ReportTarget; id: string },
  { text, key }: { text: string; key: string },
): Promise<void> {
  const body: NewReport = { targetType: target.type, targetId: target.id, reason: text };
  await callApi('/api/reports', {
    method: 'POST',
    body,
    as: 'fan',
    idempotencyKey: key,
  });
}
