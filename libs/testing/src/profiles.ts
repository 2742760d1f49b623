import type { OwnProfile } from '@kickoff/contracts';

/** The signed-in fan as the API returns it. */
export function anOwnProfile(overrides: Partial<OwnProfile> = {}): OwnProfile {
  return {
    _id: 'a'.repeat(24),
    username: 'marta.okafor',
    email: 'marta@fans.example',
    phone: '+44 20 7946 0181',
    fav_team1: '',
    fav_player: '',
    profilePicture: '',
    friends: [],
    friendsCount: 0,
    followersCount: 0,
    postsCount: 0,
    createdAt: '2026-08-01T12:00:00.000Z',
    settings: {
      hideContact: false,
      feed: 'everyone',
      theme: 'system',
      notifications: {
        like: true,
        comment: true,
        follow: true,
        story: true,
        team: true,
        report: true,
        quote: true,
        match: true,
        reply: true,
      },
      push: {
        like: false,
        comment: true,
        follow: false,
        story: false,
        team: true,
        report: false,
        quote: true,
        match: true,
        reply: true,
      },
    },
    ...overrides,
  };
}
