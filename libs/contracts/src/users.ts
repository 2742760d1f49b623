import { z } from 'zod';

/** A fan as named beside a post, a comment or a like. */
export const FanSummary = z
  .object({ _id: z.string(), username: z.string(), profilePicture: z.string() })
  .meta({ id: 'FanSummary' });
export type FanSummary = z.infer<typeof FanSummary>;

export const FanSettings = z
  .object({
    hideContact: z.boolean(),
    feed: z.enum(['everyone', 'following']),
    theme: z.enum(['system', 'light', 'dark']),
    notifications: z.object({
      like: z.boolean(),
      comment: z.boolean(),
      follow: z.boolean(),
      story: z.boolean(),
      team: z.boolean(),
      report: z.boolean(),
    }),
  })
  .meta({ id: 'FanSettings' });
export type FanSettings = z.infer<typeof FanSettings>;

/** The signed-in fan's own data, complete for its owner. */
export const OwnProfile = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.string(),
    fav_team1: z.string(),
    fav_player: z.string(),
    profilePicture: z.string(),
    friends: z.array(z.object({ _id: z.string(), username: z.string() })),
    friendsCount: z.number(),
    followersCount: z.number(),
    postsCount: z.number(),
    createdAt: z.iso.datetime(),
    settings: FanSettings,
  })
  .meta({ id: 'OwnProfile' });
export type OwnProfile = z.infer<typeof OwnProfile>;
