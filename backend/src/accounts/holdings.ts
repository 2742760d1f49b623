import { Injectable } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { SessionsService } from '../auth/sessions.service.js';
import { CalendarsService } from '../calendars/calendars.service.js';
import { IdempotencyService } from '../common/idempotency/idempotency.service.js';
import { MailService } from '../mail/mail.service.js';
import { MediaService, type OwnFile } from '../media/media.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { NotificationsUpkeep } from '../notifications/notifications-upkeep.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { CommentsService } from '../posts/comments.service.js';
import { FeedService } from '../posts/feed.service.js';
import { LikesService } from '../posts/likes.service.js';
import { PostModerationService } from '../posts/post-moderation.service.js';
import { PostsService } from '../posts/posts.service.js';
import { ReportsService } from '../reports/reports.service.js';
import { StoriesService } from '../stories/stories.service.js';
import { FormerEmails } from '../users/former-emails.service.js';
import { FanNotesService } from '../users/fan-notes.service.js';
import { UsersService } from '../users/users.service.js';

/** What one feature keeps of a fan. */
export interface Holding {
  /** Names it in the export and in the removal's row. */
  name: string;
  /** All of it, oldest first where that has a meaning; absent where it tells a fan nothing. */
  exportOf?: (fan: Fan) => AsyncIterable<unknown>;
  /** Files that stand beside the export's data. */
  filesOf?: (fan: Fan) => AsyncIterable<OwnFile>;
  /** Takes all of it away; run again after a kill, and once more for what came late. */
  removeAllOf: (fanId: string) => Promise<void>;
}

/**
 * Everything that KickOff keeps of a fan, feature by feature, in the order in
 * which it goes: first the account, so that from then on nobody can log in and
 * no page shows anything of that fan, then what refers to others, and files and
 * bookkeeping last. A new feature that keeps something of a fan is an entry here.
 */
@Injectable()
export class Holdings {
  readonly all: readonly [Holding, ...Holding[]];

  constructor(
    users: UsersService,
    sessions: SessionsService,
    formerEmails: FormerEmails,
    posts: PostsService,
    moderation: PostModerationService,
    feed: FeedService,
    comments: CommentsService,
    likes: LikesService,
    stories: StoriesService,
    follows: FollowsService,
    blocks: BlocksService,
    calendars: CalendarsService,
    reports: ReportsService,
    notes: FanNotesService,
    notifications: NotificationsService,
    notificationsUpkeep: NotificationsUpkeep,
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
        name: 'stories',
        exportOf: ({ id }) => stories.exportOf(id),
        removeAllOf: (id) => stories.removeAllOf(id),
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
        name: 'calendars',
        exportOf: ({ id }) => calendars.exportOf(id),
        removeAllOf: (id) => calendars.removeAllOf(id),
      },
      {
        name: 'reports',
        exportOf: ({ id }) => reports.exportOf(id),
        removeAllOf: (id) => reports.removeAllOf(id),
      },
      // What admins wrote for each other is not the fan's to take along.
      { name: 'notes', removeAllOf: (id) => notes.removeAllOf(id) },
      {
        name: 'notifications',
        exportOf: ({ id }) => notifications.exportOf(id),
        removeAllOf: (id) => notificationsUpkeep.removeAllOf(id),
      },
      {
        name: 'files',
        filesOf: ({ id }) => media.exportOf(id),
        removeAllOf: (id) => media.removeAllOf(id),
      },
      // What they say is in the export where it belongs: here they only wait to be sent.
      { name: 'mails', removeAllOf: (id) => mail.removeAllOf(id) },
      { name: 'idempotencyKeys', removeAllOf: (id) => idempotency.removeAllOf(id) },
    ];
  }
}

async function* each<Item>(list: Promise<Item[]>): AsyncGenerator<Item> {
  yield* await list;
}
