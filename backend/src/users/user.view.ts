import type { FanSummary, FriendProfile, OwnProfile } from '@kickoff/contracts';

import type { User } from './user.schema.js';

/** The public fields of a fan. */
export type PublicProfile = Omit<FriendProfile, 'following' | 'muted'>;

/** A fan who may be suggested to others. */
export interface SuggestableFan {
  fan: FanSummary;
  team: string;
}

type ProfileFields = Omit<User, 'passwordHash' | 'reset'>;

/** Maps a fan to the summary shown beside a post. */
export function toFanSummary(user: Pick<User, '_id' | 'username' | 'profilePicture'>): FanSummary {
  return {
    _id: user._id,
    username: user.username,
    profilePicture: user.profilePicture,
  };
}

/** Maps a fan who may be suggested, with the favourite team that may be the reason. */
export function toSuggestableFan(
  user: Pick<User, '_id' | 'username' | 'profilePicture' | 'fav_team1'>,
): SuggestableFan {
  return { fan: toFanSummary(user), team: user.fav_team1 };
}

/** Maps a fan for other fans; contact data only if `showsContact`. */
export function toPublicProfile(user: ProfileFields, showsContact: boolean): PublicProfile {
  return {
    ...toFanSummary(user),
    ...(showsContact ? { email: user.email, phone: user.phone } : {}),
    fav_team1: user.fav_team1,
    fav_player: user.fav_player,
    friendsCount: user.counts.friends,
    followersCount: user.counts.followers,
    postsCount: user.counts.posts,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Maps a fan's own data, without friends. */
export function toOwnProfile(user: User): OwnProfile {
  return {
    ...toPublicProfile(user, true),
    email: user.email,
    phone: user.phone,
    friends: [],
    settings: user.settings,
  };
}
