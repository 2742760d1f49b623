import { z } from 'zod';

import { MatchAlert } from './alerts.js';
import { SessionRow } from './auth.js';
import { GivenPassword } from './credentials.js';
import { FormerEmail } from './email-changes.js';
import { TeamCalendar } from './football.js';
import { Notification } from './live.js';
import { CaseTarget } from './moderation.js';
import { MutedWords } from './muted-words.js';
import { MarkedFan } from './people.js';
import { OwnVote } from './polls.js';
import { OwnComment, OwnLike, OwnSavedPost, Post } from './posts.js';
import { OwnPushSubscription } from './push.js';
import { NewReport } from './reports.js';
import { OwnStoryReply, Story } from './stories.js';
import { FanSummary, OwnProfile } from './users.js';
import { Shield, Viewpoint } from './viewpoints.js';

/** Whoever deletes an account gives its password once more. */
export const AccountDeletion = z
  .object({ password: GivenPassword })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** A report or an appeal of mine in the export. */
export const OwnReport = NewReport.extend({
  targetType: CaseTarget,
  createdAt: z.iso.datetime(),
});
export type OwnReport = z.infer<typeof OwnReport>;

/** `data.json` of an export: all personal data of a fan. */
export const AccountExport = z
  .object({
    exportedAt: z.iso.datetime(),
    account: OwnProfile,
    sessions: z.array(SessionRow),
    formerEmails: z.array(FormerEmail),
    posts: z.array(Post),
    comments: z.array(OwnComment),
    likes: z.array(OwnLike),
    stories: z.array(Story),
    storyReplies: z.array(OwnStoryReply),
    following: z.array(FanSummary),
    keptAway: z.array(MarkedFan),
    calendars: z.array(TeamCalendar),
    reports: z.array(OwnReport),
    notifications: z.array(Notification),
    savedPosts: z.array(OwnSavedPost),
    mutedWords: MutedWords,
    votes: z.array(OwnVote),
    alerts: z.array(MatchAlert),
    viewpoints: z.array(Viewpoint),
    shield: Shield,
    pushSubscriptions: z.array(OwnPushSubscription),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof AccountExport>;
