import type { FanSummary, FriendProfile } from '@kickoff/contracts';

let count = 0;

/** A fan as in lists; each call returns a different one. */
export function aFan(overrides: Partial<FanSummary> = {}): FanSummary {
  count += 1;
  return {
    _id: `fa${count.toString(16).padStart(22, '0')}`,
    username: `fan.${count}`,
    profilePicture: '',
    ...overrides,
  };
}

/** Another fan's profile as the API returns it. */
export function aFriendProfile(overrides: Partial<FriendProfile> = {}): FriendProfile {
  return {
    ...aFan(),
    username: 'kwame.asante',
    email: 'kwame@fans.example',
    phone: '+44 20 7946 0155',
    fav_team1: '',
    fav_player: '',
    friendsCount: 0,
    followersCount: 0,
    postsCount: 0,
    createdAt: '2026-08-01T12:00:00.000Z',
    following: false,
    muted: false,
    ...overrides,
  };
}
