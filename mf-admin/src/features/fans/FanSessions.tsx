import type { AdminFanPage } from '@kickoff/contracts';
import { FilledText, formatDateTime } from '@kickoff/ui';

import { texts } from '../../texts';

/** A fan's sessions. */
export function FanSessions({ sessions }: Pick<AdminFanPage, 'sessions'>) {
  if (sessions.length === 0) return <p className="ko-none">{texts.fan.noSessions}</p>;
  return (
    <ul className="ko-entries">
      {sessions.map(({ _id, device, createdAt, lastSeenAt }) => (
        <li key={_id}>
          <p>{device}</p>
          <small>
            <FilledText
              text={texts.fan.session}
              values={{
                createdAt: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
                lastSeenAt: <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>,
              }}
            />
          </small>
        </li>
      ))}
    </ul>
  );
}
