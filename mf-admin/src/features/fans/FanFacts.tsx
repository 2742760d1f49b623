import type { AdminFanPage } from '@kickoff/contracts';
import { formatAge, Avatar, formatDateTime, formatCount } from '@kickoff/ui';
import { pictureAddress, useNow } from '@kickoff/web';

import { FanStatusChip } from './FanStatusChip';

const COUNTS = [
  ['posts', 'Posts'],
  ['comments', 'Comments'],
  ['likes', 'Likes'],
  ['friends', 'Friends'],
  ['followers', 'Followers'],
] as const;

function SuspensionNote({ suspension }: Pick<AdminFanPage, 'suspension'>) {
  if (!suspension) return null;
  const { reason, at, until } = suspension;
  return (
    <div className="ko-alert ko-alert--warn ko-alert--plain">
      <p>
        {at === undefined ? 'Suspended' : `Suspended since ${formatDateTime(at)}`}
        {until === undefined ? ', until an admin ends it' : `, until ${formatDateTime(until)}`}. The
        reason: <span dir="auto">{reason}</span>
      </p>
    </div>
  );
}

/** A fan's master data and activity. */
export function FanFacts({ fan }: { fan: AdminFanPage }) {
  const now = useNow();
  const facts = [
    ['User ID', String(fan.userId)],
    ['Email', fan.email],
    ['Mobile', fan.phone],
    ['Joined', formatDateTime(fan.createdAt)],
    ['Last seen', fan.lastSeenAt === undefined ? 'Never' : formatAge(fan.lastSeenAt, now)],
    ['Favorite Team', fan.fav_team1 || 'None'],
    ['Favorite Player', fan.fav_player || 'None'],
  ] as const;
  return (
    <>
      <div className="ko-row">
        <Avatar fan={fan} picture={pictureAddress(fan)} size={64} />
        <h1>{fan.username}</h1>
        <FanStatusChip status={fan.status} />
      </div>
      <SuspensionNote suspension={fan.suspension} />
      <dl className="ko-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        {COUNTS.map(([name, words]) => (
          <div key={name}>
            <dt>{words}</dt>
            <dd className="ko-num">{formatCount(fan.counts[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
