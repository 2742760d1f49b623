import type { AdminFanRow } from '@kickoff/contracts';
import { formatAge, Avatar } from '@kickoff/ui';
import { addressOf, Link, useNow } from '@kickoff/web';

import { texts } from '../../texts';
import { Panel } from './Panel';
import { NEWEST_SHOWN, useNewest } from './useNewest';

/** The latest registrations. */
export function NewestFans() {
  const now = useNow();
  const newest = useNewest<AdminFanRow>('/api/admin/users');
  const fans = newest.data?.items ?? [];
  return (
    <Panel
      title={texts.overview.newestFans}
      to={addressOf('FanList')}
      state={newest}
      empty={fans.length === 0 ? texts.overview.noFans : undefined}
      usualRows={NEWEST_SHOWN}
    >
      <ul className="ko-list">
        {fans.map((fan) => (
          <li key={fan._id}>
            <Avatar fan={fan} size={36} />
            <span className="ko-list__text">
              <Link to={addressOf('FanRecord', { userId: fan._id })}>
                <b>{fan.username}</b>
              </Link>
              <small>{fan.email}</small>
            </span>
            <time dateTime={fan.createdAt}>{formatAge(fan.createdAt, now)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
