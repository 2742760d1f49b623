import type { AdminFanPage } from '@kickoff/contracts';
import { formatAge, Avatar, FilledText, fillText, formatDateTime, formatCount } from '@kickoff/ui';
import { pictureAddress, useNow } from '@kickoff/web';

import { texts } from '../../texts';
import { FanStatusChip } from './FanStatusChip';

const COUNTS = [
  ['posts', texts.fans.posts],
  ['comments', texts.fan.comments],
  ['likes', texts.fan.likes],
  ['friends', texts.fan.friends],
  ['followers', texts.fan.followers],
] as const;

function formatSuspension(at: string | undefined, until: string | undefined): string {
  if (at === undefined) {
    return until === undefined
      ? texts.fan.suspended
      : fillText(texts.fan.suspendedUntil, { until: formatDateTime(until) });
  }
  const since = { at: formatDateTime(at) };
  return until === undefined
    ? fillText(texts.fan.suspendedSince, since)
    : fillText(texts.fan.suspendedSinceUntil, { ...since, until: formatDateTime(until) });
}

function SuspensionNote({ suspension }: Pick<AdminFanPage, 'suspension'>) {
  if (!suspension) return null;
  const { reason, at, until } = suspension;
  return (
    <div className="ko-alert ko-alert--warn ko-alert--plain">
      <p>
        {formatSuspension(at, until)}{' '}
        <FilledText
          text={texts.fan.suspensionReason}
          values={{ reason: <span dir="auto">{reason}</span> }}
        />
      </p>
    </div>
  );
}

/** A fan's master data and activity. */
export function FanFacts({ fan }: { fan: AdminFanPage }) {
  const now = useNow();
  const facts = [
    [texts.fans.userId, String(fan.userId)],
    [texts.common.email, fan.email],
    [texts.fans.mobile, fan.phone],
    [texts.fans.joined, formatDateTime(fan.createdAt)],
    [
      texts.fans.lastSeen,
      fan.lastSeenAt === undefined ? texts.common.never : formatAge(fan.lastSeenAt, now),
    ],
    [texts.fan.favoriteTeam, fan.fav_team1 || texts.common.none],
    [texts.fan.favoritePlayer, fan.fav_player || texts.common.none],
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
