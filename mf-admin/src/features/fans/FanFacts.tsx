import type { AdminFanPage } from '@kickoff/contracts';
import { ageInWords, Avatar, momentInWords, countInDigits } from '@kickoff/ui';
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
        {at === undefined ? 'Suspended' : `Suspended since ${momentInWords(at)}`}
        {until === undefined ? ', until an admin ends it' : `, until ${momentInWords(until)}`}. The
        reason: <span dir="auto">{reason}</span>
      </p>
    </div>
  );
}

/** Who a fan is and how much they do. */
export function FanFacts({ fan }: { fan: AdminFanPage }) {
  const now = useNow();
  const facts = [
    ['User ID', String(fan.userId)],
    ['Email', fan.email],
    ['Mobile', fan.phone],
    ['Joined', momentInWords(fan.createdAt)],
    ['Last seen', fan.lastSeenAt === undefined ? 'Never' : ageInWords(fan.lastSeenAt, now)],
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
            <dd className="ko-num">{countInDigits(fan.counts[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
