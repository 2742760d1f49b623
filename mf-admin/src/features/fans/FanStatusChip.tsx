import type { FanStatus } from '@kickoff/contracts';

import { texts } from '../../texts';

/** A fan's status: active or suspended. */
export function FanStatusChip({ status }: { status: FanStatus }) {
  return status === 'suspended' ? (
    <span className="ko-chip ko-chip--warn">{texts.common.suspended}</span>
  ) : (
    <span className="ko-chip ko-chip--brand">{texts.common.active}</span>
  );
}
