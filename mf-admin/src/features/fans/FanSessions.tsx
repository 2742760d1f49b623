import type { AdminFanPage } from '@kickoff/contracts';
import { formatDateTime } from '@kickoff/ui';

/** A fan's sessions. */
export function FanSessions({ sessions }: Pick<AdminFanPage, 'sessions'>) {
  if (sessions.length === 0) return <p className="ko-none">Not logged in anywhere</p>;
  return (
    <ul className="ko-entries">
      {sessions.map(({ _id, device, createdAt, lastSeenAt }) => (
        <li key={_id}>
          <p>{device}</p>
          <small>
            Logged in <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>, last seen{' '}
            <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
