import type { FanStatus } from '@kickoff/contracts';

/** A fan's status: active or suspended. */
export function FanStatusChip({ status }: { status: FanStatus }) {
  return status === 'suspended' ? (
    <span className="ko-chip ko-chip--warn">Suspended</span>
  ) : (
    <span className="ko-chip ko-chip--brand">Active</span>
  );
}
