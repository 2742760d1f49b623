import type { AdminFanPage } from '@kickoff/contracts';
import { momentInWords } from '@kickoff/ui';

/** Where a fan is logged in. */
export function FanSessions({ sessions }: Pick<AdminFanPage, 'sessions'>) {
  if (sessions.length === 0) return <p className="ko-none">Not logged in anywhere</p>;
  return (
    <ul className="ko-entries">
      {sessions.map(({ _id, device, createdAt, lastSeenAt }) => (
        <li key={_id}>
          <p>{device}</p>
          <small>
            Logged in <time dateTime={createdAt}>{momentInWords(createdAt)}</time>, last seen{' '}
            <time dateTime={lastSeenAt}>{momentInWords(lastSeenAt)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
