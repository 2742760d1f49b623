import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { AccountRemovalsService } from '../src/accounts/account-removals.service.js';
import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { CallLimits } from '../src/common/limits/call-limits.js';
import { EventStreamsService } from '../src/events/event-streams.service.js';
import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { FootballPoller } from '../src/football/polling/football-poller.js';
import { ViewpointCleanupJob } from '../src/football/viewpoints/viewpoint-cleanup.job.js';
import { MailSender } from '../src/mail/mail-sender.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { RehearsalNotificationsJob } from '../src/notifications/rehearsal-notifications.job.js';
import { WaitingDeliveriesJob } from '../src/notifications/waiting-deliveries.job.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { RehearsalPostsJob } from '../src/posts/threads/rehearsal-posts.job.js';
import { ModeratedPostExpiryJob } from '../src/posts/moderation/moderated-post-expiry.job.js';
import { PushSender } from '../src/push/push-sender.js';
import { StoryExpiryJob } from '../src/stories/story-expiry.job.js';
import { aFan } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { type Operation, operationsOf } from './support/operations.js';

/** `npm run counters -- 100000` runs the same test with more rows. */
const MANY = Number(process.env['KICKOFF_COUNTERS'] ?? 2_000);
const INSERTED_AT_ONCE = 5_000;
/** One row per job, league or setting: these do not grow. */
const SMALL = ['demo_calendar', 'football_corrections', 'football_refreshes', 'football_snapshots'];
/** How many documents or keys a run may examine when nothing is due. */
const MOST_EXAMINED = 100;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('database cost of timers', () => {
  let kickoff: KickOff;
  let listener: Listener;

  const get = <Service>(of: new (...given: never[]) => Service) =>
    kickoff.app.get<Service>(of, { strict: false });

  beforeAll(async () => {
    kickoff = await startKickOff();
    const { token } = await aFan(kickoff);
    listener = await new Listener({ Authorization: `Bearer ${token}` }).connect(kickoff);
    const now = kickoff.clock.now().getTime();
    const inMs = (ms: number) => new Date(now + ms);
    const id = () => new Types.ObjectId();
    await fill('moderated_posts', (at) => ({
      _id: id(),
      authorId: id(),
      createdAt: inMs(-at * 1_000),
      text: 'x'.repeat(200),
      removal: { at: inMs(-HOUR_MS - at), by: { _id: 'a', username: 'a' }, hidden: true },
    }));
    await fill('stories', (at) => ({
      _id: id(),
      authorId: id(),
      media: `${at}`,
      createdAt: inMs(-HOUR_MS),
      expiresAt: inMs(HOUR_MS + at),
    }));
    await fill('story_views', (at) => ({
      _id: id(),
      storyId: id(),
      viewerId: id(),
      at: inMs(-at),
      expiresAt: inMs(DAY_MS + at),
    }));
    await fill('account_removals', (at) => ({ _id: id(), at: inMs(-at), dueAt: inMs(HOUR_MS) }));
    await fill('bulk_acts', () => ({ _id: id(), state: 'done', expiresAt: inMs(DAY_MS) }));
    await fill('notification_fanouts', (at) => ({ _id: `fan-out ${at}`, at: inMs(-at) }));
    await fill('media_files', (at) => ({ _id: `${at}`, folder: '', ownerId: id(), bytes: 1 }));
    await fill('mails', (at) => ({
      ...{ _id: id(), sealed: 'x', isUrgent: at % 2 === 0, tries: 1 },
      ...{ accountId: `${at}`, dueAt: inMs(HOUR_MS + at), until: inMs(DAY_MS) },
    }));
    await fill('push_messages', (at) => ({
      ...{ _id: id(), fanId: id(), host: 'push.example', tries: 0 },
      ...{ dueAt: inMs(HOUR_MS + at), until: inMs(DAY_MS) },
    }));
    await fill('waiting_deliveries', (at) => ({
      ...{ fanId: id(), request: { group: `g${at}` } },
      ...{ at: inMs(-at), dueAt: inMs(HOUR_MS + at) },
    }));
    await fill('viewpoints', (at) => ({
      ...{ fanId: id(), matchId: `demo:${at}`, mode: 'hidden', setAt: inMs(-at) },
    }));
    await fill('sessions', (at) => ({
      ...{ _id: id(), ownerId: id(), audience: 'fan' },
      ...{ createdAt: inMs(-at), expiresAt: inMs(DAY_MS + at) },
    }));
    await fill('limit_counters', (at) => ({ _id: `x:${at}`, count: 1, resetAt: inMs(HOUR_MS) }));
    for (const reaction of ['post_likes', 'comments']) {
      const owner = reaction === 'comments' ? 'authorId' : 'userId';
      await fill(reaction, (at) => ({ postId: id(), [owner]: id(), createdAt: inMs(-at) }));
    }
    await fill('notifications', (at) => ({ fanId: id(), group: `g${at}`, at: inMs(-at) }));
    await fill('stuck_items', (at) => ({
      _id: `other:${at}`,
      job: 'other',
      item: `${at}`,
      failedAt: inMs(-at),
      retryAt: inMs(HOUR_MS),
    }));
  }, 600_000);
  afterAll(async () => {
    listener.disconnect();
    await kickoff.stop();
  });

  async function fill(collection: string, row: (at: number) => object): Promise<void> {
    for (let start = 0; start < MANY; start += INSERTED_AT_ONCE) {
      const size = Math.min(INSERTED_AT_ONCE, MANY - start);
      const rows = Array.from({ length: size }, (_, at) => row(start + at));
      await kickoff.connection.collection(collection).insertMany(rows);
    }
  }

  function expectFew(operations: readonly Operation[]): void {
    for (const { collection, plan, examined, sorted } of operations) {
      expect({ collection, plan, sorted }).toEqual({
        collection,
        plan: expect.not.stringContaining('COLLSCAN'),
        sorted: false,
      });
      const { documents, keys } = examined;
      expect({ collection, most: Math.max(documents, keys, MOST_EXAMINED) }).toEqual({
        collection,
        most: MOST_EXAMINED,
      });
    }
  }

  const RUNS: [string, () => Promise<void>][] = [
    ['PostCleanupJob', () => get(PostCleanupJob).run()],
    ['RehearsalPostsJob', () => get(RehearsalPostsJob).run()],
    ['RehearsalNotificationsJob', () => get(RehearsalNotificationsJob).run()],
    ['ModeratedPostExpiryJob', () => get(ModeratedPostExpiryJob).run()],
    ['StoryExpiryJob', () => get(StoryExpiryJob).sweep()],
    ['MediaCleanupJob', () => get(MediaCleanupJob).run()],
    ['AccountRemovalsService', () => get(AccountRemovalsService).resume()],
    ['BulkRunner', () => get(BulkRunner).run()],
    ['NotificationFanoutJob', () => get(NotificationFanoutJob).resume()],
    ['WaitingDeliveriesJob', () => get(WaitingDeliveriesJob).run()],
    ['ViewpointCleanupJob', () => get(ViewpointCleanupJob).run()],
    ['MailSender', () => get(MailSender).sendDue()],
    ['PushSender', () => get(PushSender).sendDue()],
    ['CallLimits', () => get(CallLimits).flush()],
    ['MatchChangeDetector', () => get(MatchChangeDetector).detect()],
    ['FootballPoller', () => get(FootballPoller).tick()],
    ['visibility of event streams', () => get(EventStreamsService).reloadAllVisibility()],
    ['heartbeats of event streams', () => get(EventStreamsService).sendHeartbeats()],
  ];

  it.each(RUNS)(
    '%s uses indexes and examines at most 100 rows while nothing is due',
    async (_, run) => {
      expectFew(await operationsOf(kickoff, run, SMALL));
    },
  );

  describe('when one item is due', () => {
    const rows = (name: string) => kickoff.connection.collection(name);
    const ago = (ms: number) => new Date(kickoff.clock.now().getTime() - ms);
    const postId = new Types.ObjectId();
    const fanId = new Types.ObjectId();

    const DUE: [string, () => Promise<unknown>, () => Promise<void>][] = [
      [
        'a deleted post',
        async () => {
          await rows('post_likes').insertOne({ postId, userId: fanId, createdAt: ago(1) });
          await rows('comments').insertOne({ postId, authorId: fanId, createdAt: ago(1) });
          await rows('deleted_posts').insertOne({ _id: postId, removedAt: ago(HOUR_MS) });
        },
        () => get(PostCleanupJob).run(),
      ],
      [
        'a post that an admin removed 31 days ago',
        () =>
          rows('moderated_posts').insertOne({
            ...{ authorId: fanId, createdAt: ago(40 * DAY_MS), text: 'Old' },
            removal: { at: ago(31 * DAY_MS), by: { _id: 'a', username: 'a' }, hidden: true },
          }),
        () => get(ModeratedPostExpiryJob).run(),
      ],
      [
        'a moderated post whose files are public',
        () =>
          rows('moderated_posts').insertOne({
            ...{ authorId: fanId, createdAt: ago(DAY_MS), text: 'Seen' },
            removal: { at: ago(HOUR_MS), by: { _id: 'a', username: 'a' } },
          }),
        () => get(ModeratedPostExpiryJob).run(),
      ],
      [
        'an expired story',
        () =>
          rows('stories').insertOne({
            ...{ authorId: fanId, media: 'over', createdAt: ago(DAY_MS), expiresAt: ago(1) },
          }),
        () => get(StoryExpiryJob).sweep(),
      ],
      [
        'an unused file',
        () =>
          rows('media_files').insertOne({
            ...{ folder: '', ownerId: fanId, bytes: 1 },
            pending: { since: ago(2 * HOUR_MS), by: 'nobody' },
          }),
        () => get(MediaCleanupJob).run(),
      ],
      [
        'a mail',
        () =>
          rows('mails').insertOne({
            ...{ sealed: Buffer.from('x'), isUrgent: true, tries: 0 },
            ...{ accountId: 'a', dueAt: ago(1), until: ago(-HOUR_MS) },
          }),
        () => get(MailSender).sendDue(),
      ],
    ];

    it.each(DUE)(
      'a run with %s uses indexes and examines at most 100 rows',
      async (_, prepare, run) => {
        await prepare();

        expectFew(await operationsOf(kickoff, run, SMALL));
      },
    );
  });

  it('the profiler records the queries of a run', async () => {
    const seen = await operationsOf(kickoff, () => get(ModeratedPostExpiryJob).run(), SMALL);

    expect(seen.map(({ collection }) => collection)).toEqual(
      expect.arrayContaining(['leases', 'moderated_posts', 'stuck_items']),
    );
  });
});
