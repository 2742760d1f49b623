import type { FanSummary, OwnProfile } from '@kickoff/contracts';

import type { User } from './user.schema.js';

/** A fan as named beside a post. */
export function toFanSummary(user: Pick<User, '_id' | 'username' | 'profilePicture'>): FanSummary {
  return {
    _id: user._id.toString(),
    username: user.username,
    profilePicture: user.profilePicture,
  };
}

/** A fan's own data, complete for its owner. */
export function toOwnProfile(user: User): OwnProfile {
  return {
    ...toFanSummary(user),
    email: user.email,
    phone: user.phone,
    fav_team1: user.fav_team1,
    fav_player: user.fav_player,
    friends: [],
    friendsCount: user.counts.friends,
    followersCount: user.counts.followers,
    postsCount: user.counts.posts,
    createdAt: user.createdAt.toISOString(),
    settings: user.settings,
  };
}
