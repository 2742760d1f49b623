import { Injectable } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { MatchAlertsService } from '../alerts/match-alerts.service.js';
import { SessionsService } from '../auth/sessions.service.js';
import { CalendarsService } from '../calendars/calendars.service.js';
import { IdempotencyService } from '../common/idempotency/idempotency.service.js';
import { RehearsalsService } from '../football/rehearsals/rehearsals.service.js';
import { ShieldsService } from '../football/viewpoints/shields.service.js';
import { ViewpointsService } from '../football/viewpoints/viewpoints.service.js';
import { MailService } from '../mail/mail.service.js';
import { MediaService, type OwnFile } from '../media/media.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { NotificationsCleanup } from '../notifications/notifications-cleanup.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import { CommentsService } from '../posts/comments/comments.service.js';
import { FeedService } from '../posts/feed/feed.service.js';
import { LikesService } from '../posts/likes/likes.service.js';
import { PostModerationService } from '../posts/moderation/post-moderation.service.js';
import { PollsService } from '../posts/polls/polls.service.js';
import { PostsService } from '../posts/posts.service.js';
import { SavedPostsService } from '../posts/saved/saved-posts.service.js';
import { PushService } from '../push/push.service.js';
import { PushSubscriptionsService } from '../push/push-subscriptions.service.js';
import { ReportsService } from '../reports/reports.service.js';
import { StoriesService } from '../stories/stories.service.js';
import { StoryRepliesService } from '../stories/story-replies.service.js';
import { FormerEmails } from '../users/former-emails.service.js';
import { FanNotesService } from '../users/fan-notes.service.js';
import { UsersService } from '../users/users.service.js';

/** Personal data of a fan in one feature. */
export interface PersonalDataSource {
  /** Key in the export and step name of the removal. */
  name: string;
  /** Yields all rows, oldest first where ordered; absent if not part of the export. */
  exportOf?: (fan: Fan) => AsyncIterable<unknown>;
  /** The same for a feature with at most one row per fan. */
  exportOne?: (fan: Fan) => Promise<unknown>;
  /** Files of the export. */
  filesOf?: (fan: Fan) => AsyncIterable<OwnFile>;
  /** Removes all of it; idempotent, because it runs again after a crash and for late writes. */
  removeAllOf: (fanId: string) => Promise<void>;
}

/**
 * All personal data of a fan, by feature, in order of removal: first the account, so that nobody can
 * log in and no page shows the fan, then what refers to others, then files and bookkeeping. A new
 * feature with personal data adds an entry here.
 */
@Injectable()
export class PersonalDataSources {
  readonly all: readonly [PersonalDataSource, ...PersonalDataSource[]];

  constructor(
    users: UsersService,
    sessions: SessionsService,
    formerEmails: FormerEmails,
    posts: PostsService,
    moderation: PostModerationService,
    feed: FeedService,
    comments: CommentsService,
    likes: LikesService,
    savedPosts: SavedPostsService,
    polls: PollsService,
    stories: StoriesService,
    storyReplies: StoryRepliesService,
    follows: FollowsService,
    blocks: BlocksService,
    mutedWords: MutedWordsService,
    calendars: CalendarsService,
    rehearsals: RehearsalsService,
    viewpoints: ViewpointsService,
    shields: ShieldsService,
    reports: ReportsService,
    notes: FanNotesService,
    notifications: NotificationsService,
    notificationsCleanup: NotificationsCleanup,
    alerts: MatchAlertsService,
    pushSubscriptions: PushSubscriptionsService,
    push: PushService,
    media: MediaService,
    mail: MailService,
    idempotency: IdempotencyService,
  ) {
    this.all = [
      {
        name: 'sessions',
        exportOf: (fan) => each(sessions.list(fan)),
        removeAllOf: (id) => sessions.endAllAround('fan', id, () => users.remove(id)),
      },
      {
        name: 'formerEmails',
        exportOf: ({ id }) => each(formerEmails.listOf(id)),
        removeAllOf: (id) => formerEmails.removeAllOf(id),
      },
      {
        name: 'posts',
        exportOf: ({ id }) => feed.exportOf(id),
        removeAllOf: async (id) => {
          await posts.removeAllOf(id);
          await moderation.removeAllOf(id);
        },
      },
      {
        name: 'comments',
        exportOf: ({ id }) => comments.exportOf(id),
        removeAllOf: (id) => comments.removeAllOf(id),
      },
      {
        name: 'likes',
        exportOf: ({ id }) => likes.exportOf(id),
        removeAllOf: (id) => likes.removeAllOf(id),
      },
      {
        name: 'savedPosts',
        exportOf: ({ id }) => savedPosts.exportOf(id),
        removeAllOf: (id) => savedPosts.removeAllOf(id),
      },
      {
        name: 'votes',
        exportOf: ({ id }) => polls.exportOf(id),
        removeAllOf: (id) => polls.removeAllOf(id),
      },
      {
        name: 'stories',
        exportOf: ({ id }) => stories.exportOf(id),
        removeAllOf: (id) => stories.removeAllOf(id),
      },
      {
        name: 'storyReplies',
        exportOf: ({ id }) => storyReplies.exportOf(id),
        removeAllOf: (id) => storyReplies.removeAllOf(id),
      },
      {
        name: 'following',
        exportOf: ({ id }) => follows.exportOf(id),
        removeAllOf: (id) => follows.removeAllOf(id),
      },
      {
        name: 'keptAway',
        exportOf: ({ id }) => blocks.exportOf(id),
        removeAllOf: (id) => blocks.removeAllOf(id),
      },
      {
        name: 'mutedWords',
        exportOf: ({ id }) => mutedWords.exportOf(id),
        removeAllOf: (id) => mutedWords.removeAllOf(id),
      },
      {
        name: 'calendars',
        exportOf: ({ id }) => calendars.exportOf(id),
        removeAllOf: (id) => calendars.removeAllOf(id),
      },
      {
        name: 'rehearsals',
        removeAllOf: (id) => rehearsals.removeFan(id),
      },
      {
        name: 'viewpoints',
        exportOf: ({ id }) => viewpoints.exportOf(id),
        removeAllOf: (id) => viewpoints.removeAllOf(id),
      },
      {
        name: 'shield',
        exportOne: (fan) => shields.get(fan),
        removeAllOf: (id) => shields.removeAllOf(id),
      },
      {
        name: 'reports',
        exportOf: ({ id }) => reports.exportOf(id),
        removeAllOf: (id) => reports.removeAllOf(id),
      },
      // Admins' internal notes are not part of the export.
      { name: 'notes', removeAllOf: (id) => notes.removeAllOf(id) },
      {
        name: 'notifications',
        exportOf: ({ id }) => notifications.exportOf(id),
        removeAllOf: (id) => notificationsCleanup.removeAllOf(id),
      },
      {
        name: 'alerts',
        exportOf: ({ id }) => alerts.exportOf(id),
        removeAllOf: (id) => alerts.removeAllOf(id),
      },
      {
        name: 'pushSubscriptions',
        exportOf: (fan) => pushSubscriptions.exportOf(fan),
        removeAllOf: async (id) => {
          await pushSubscriptions.removeAllOf(id);
          await push.removeAllOf(id);
        },
      },
      {
        name: 'files',
        filesOf: ({ id }) => media.exportOf(id),
        removeAllOf: (id) => media.removeAllOf(id),
      },
      // A queue of mails whose contents are exported by their features.
      { name: 'mails', removeAllOf: (id) => mail.removeAllOf(id) },
      { name: 'idempotencyKeys', removeAllOf: (id) => idempotency.removeAllOf(id) },
    ];
  }
}

async function* each<Item>(list: Promise<Item[]>): AsyncGenerator<Item> {
  yield* await list;
}
