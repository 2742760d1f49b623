import { z } from 'zod';

import { Email, GivenPassword, Phone, Username } from './credentials.js';
import { FAVORITE_MAX_LENGTH } from './limits.js';
import { plainText } from './text.js';
import { THEMES } from './theme.js';

/** A fan as named beside a post, a comment or a like. */
export const FanSummary = z
  .object({ _id: z.string(), username: z.string(), profilePicture: z.string() })
  .meta({ id: 'FanSummary' });
export type FanSummary = z.infer<typeof FanSummary>;

/** One switch for each kind of notification that can be turned off. */
const KindSwitches = z.object({
  like: z.boolean(),
  comment: z.boolean(),
  follow: z.boolean(),
  story: z.boolean(),
  team: z.boolean(),
  report: z.boolean(),
  quote: z.boolean(),
  match: z.boolean(),
  reply: z.boolean(),
});

export const FanSettings = z
  .object({
    hideContact: z.boolean(),
    feed: z.enum(['everyone', 'following']),
    theme: z.enum(THEMES),
    notifications: KindSwitches,
    /** Which of them also go to the fan's devices. */
    push: KindSwitches,
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

/** The text fields of the profile form; a new picture travels beside them as `profilePicture`. */
export const ProfileForm = z
  .object({
    username: Username,
    email: Email,
    phone: Phone,
    fav_team1: plainText('Favorite Team', FAVORITE_MAX_LENGTH),
    fav_player: plainText('Favorite Player', FAVORITE_MAX_LENGTH),
    /** Checked where it is sent; our own page sends it with another email. */
    currentPassword: GivenPassword.optional(),
  })
  .meta({ id: 'ProfileForm' });
export type ProfileForm = z.infer<typeof ProfileForm>;

export const ProfileUpdated = z.object({ user: OwnProfile }).meta({ id: 'ProfileUpdated' });
export type ProfileUpdated = z.infer<typeof ProfileUpdated>;

const flag = (name: string) => z.boolean(`${name} must be true or false`).optional();

const kindChanges = (name: string) =>
  z
    .object(
      {
        like: flag('like'),
        comment: flag('comment'),
        follow: flag('follow'),
        story: flag('story'),
        team: flag('team'),
        report: flag('report'),
        quote: flag('quote'),
        match: flag('match'),
        reply: flag('reply'),
      },
      `${name} must be an object`,
    )
    .optional();

/** The settings to change; what is not named stays. */
export const SettingsChange = z
  .object({
    hideContact: flag('hideContact'),
    feed: z.enum(['everyone', 'following'], 'feed must be everyone or following').optional(),
    theme: z.enum(THEMES, 'theme must be system, light or dark').optional(),
    notifications: kindChanges('notifications'),
    push: kindChanges('push'),
  })
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.infer<typeof SettingsChange>;
