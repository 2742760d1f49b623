import type { AdminFanPage, AdminFanRow } from '@kickoff/contracts';

import type { RowFields } from './fan-directory.repository.js';
import type { User } from './user.schema.js';

/** The part of a fan's admin page that depends on the fan alone. */
export type FanRecord = Omit<
  AdminFanPage,
  'counts' | 'reportsBy' | 'reportsAgainst' | 'notes' | 'sessions'
> & {
  counts: Pick<AdminFanPage['counts'], 'posts' | 'friends' | 'followers'>;
};

/** A fan in the admins' list. */
export function toFanRow(fan: RowFields, now: Date): AdminFanRow {
  return {
    _id: fan._id,
    userId: fan.userId,
    username: fan.username,
    email: fan.email,
    phone: fan.phone,
    createdAt: fan.createdAt.toISOString(),
    ...(fan.lastSeenAt ? { lastSeenAt: fan.lastSeenAt.toISOString() } : {}),
    status: inForce(fan, now) ? 'suspended' : 'active',
    postsCount: fan.counts.posts,
  };
}

/** Maps a fan to the record for admins. */
export function toFanRecord(fan: Omit<User, 'passwordHash' | 'reset'>, now: Date): FanRecord {
  const suspension = inForce(fan, now);
  const { posts, friends, followers } = fan.counts;
  return {
    ...toFanRow(fan, now),
    fav_team1: fan.fav_team1,
    fav_player: fan.fav_player,
    profilePicture: fan.profilePicture,
    ...(suspension
      ? {
          suspension: {
            reason: suspension.reason,
            at: suspension.at.toISOString(),
            ...(suspension.until ? { until: suspension.until.toISOString() } : {}),
          },
        }
      : {}),
    counts: { posts, friends, followers },
  };
}

/** Returns the suspension in force at a time. */
function inForce({ suspension }: Pick<User, 'suspension'>, now: Date): User['suspension'] {
  return suspension?.until && suspension.until <= now ? undefined : suspension;
}
