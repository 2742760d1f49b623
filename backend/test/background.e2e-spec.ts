import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection, mongo, Types } from 'mongoose';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { JOBS_CONNECTION } from '../src/common/mongo/jobs-connection.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { ModeratedPostExpiryJob } from '../src/posts/moderation/moderated-post-expiry.job.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { StoryExpiryJob } from '../src/stories/story-expiry.job.js';
import { AccountFixture } from './support/account-fixture.js';
import { aFan, anAdmin, as, type Caller, logInAdmin } from './support/callers.js';
import { aPictureBy, live } from './support/fan-life.js';
import { aStoryBy } from './support/stories.js';

const DAY_MS = 24 * 60 * 60_000;

/** Commands by the client that sent them, each as `find posts`. */
interface Sent {
  calls: string[];
  jobs: string[];
}

describe('database client of background work', () => {
  let fixture: AccountFixture;
  let admin: Caller;

  beforeAll(async () => {
    const openUri = Reflect.get<Connection, 'openUri'>(mongoose.Connection.prototype, 'openUri');
    jest.spyOn(mongoose.Connection.prototype, 'openUri').mockImplementation(function (
      this: Connection,
      uri,
      options,
    ) {
      return openUri.call(this, uri, { ...options, monitorCommands: true });
    });
    fixture = await AccountFixture.open();
    admin = await anAdmin(fixture.kickoff);
    await fixture.begin();
  });
  afterAll(() => fixture.kickoff.stop());

  const get = <Service>(of: new (...given: never[]) => Service) =>
    fixture.kickoff.app.get<Service>(of, { strict: false });
  const rows = (name: string) => fixture.kickoff.connection.collection(name);

  /** The commands of each client during `work`. */
  async function sentDuring(work: () => PromiseLike<unknown>): Promise<Sent> {
    const sent: Sent = { calls: [], jobs: [] };
    const clients = {
      calls: fixture.kickoff.connection.getClient(),
      jobs: fixture.kickoff.app.get<Connection>(JOBS_CONNECTION).getClient(),
    };
    const record = (by: keyof Sent) => (event: mongo.CommandStartedEvent) => {
      const { commandName, command } = event;
      const collection: unknown = command['collection'] ?? command[commandName];
      if (typeof collection === 'string') sent[by].push(`${commandName} ${collection}`);
    };
    const [onCalls, onJobs] = [record('calls'), record('jobs')];
    clients.calls.on('commandStarted', onCalls);
    clients.jobs.on('commandStarted', onJobs);
    await work();
    clients.calls.off('commandStarted', onCalls);
    clients.jobs.off('commandStarted', onJobs);
    return sent;
  }

  describe('jobs', () => {
    it.each<[string, string, () => Promise<void>, () => Promise<unknown>]>([
      [
        'a bulk action',
        'update users',
        () => get(BulkRunner).run(),
        async () => {
          const { id } = await aFan(fixture.kickoff);
          const actor = { _id: admin.id, username: 'ada' };
          await rows('bulk_acts').insertOne({
            ...{ action: 'suspend', actor, reason: 'Spam', state: 'running' },
            ...{ fanIds: [new Types.ObjectId(id)], done: 0, skipped: 0 },
            ...{ dueAt: new Date(0), expiresAt: new Date(Date.now() + DAY_MS) },
          });
        },
      ],
      [
        'the removal of an account',
        'find post_likes',
        () => fixture.removals().resume(),
        async () => {
          const leaver = await aFan(fixture.kickoff);
          await live(fixture.kickoff, leaver, fixture.bob, fixture.theirs);
          await rows('account_removals').insertOne({
            ...{ _id: new Types.ObjectId(leaver.id), at: new Date(), pass: 'first' },
            ...{ done: [], dueAt: new Date(0) },
          });
        },
      ],
      [
        'the removal of a post',
        'delete post_likes',
        () => get(PostCleanupJob).run(),
        async () => {
          const postId = new Types.ObjectId();
          await rows('deleted_posts').insertOne({ _id: postId, removedAt: new Date() });
          await rows('post_likes').insertOne({ postId, createdAt: new Date() });
        },
      ],
      [
        'the expiry of posts removed by admins',
        'findAndModify moderated_posts',
        () => get(ModeratedPostExpiryJob).run(),
        async () => {
          const removal = { at: new Date(0), by: { _id: admin.id, username: 'ada' }, hidden: true };
          await rows('moderated_posts').insertOne({ authorId: new Types.ObjectId(), removal });
        },
      ],
      [
        'the removal of expired stories',
        'delete stories',
        () => get(StoryExpiryJob).sweep(),
        async () => {
          const { _id } = await aStoryBy(fixture.kickoff, fixture.alice);
          await rows('stories').updateOne(
            { _id: new Types.ObjectId(_id) },
            { $set: { expiresAt: new Date(0) } },
          );
        },
      ],
      [
        'the removal of files without a record',
        'find media_files',
        () => get(MediaCleanupJob).run(),
        () => aPictureBy(fixture.kickoff, fixture.alice),
      ],
      [
        'a fan-out of notifications',
        'update notifications',
        () => get(NotificationFanoutJob).resume(),
        async () => {
          await rows('follows').insertOne({
            followerId: new Types.ObjectId(fixture.bob.id),
            followedId: new Types.ObjectId(fixture.alice.id),
            createdAt: new Date(),
          });
          const target = { type: 'story', id: 'a-story' };
          await fixture.kickoff.connection
            .collection<{ _id: string }>('notification_fanouts')
            .insertOne({
              ...{ _id: 'a-fan-out', at: new Date(), dueAt: new Date(0) },
              ...{ audience: { followersOf: fixture.alice.id } },
              ...{ request: { kind: 'story', group: 'a-group', target } },
            });
        },
      ],
    ])('use only the client of jobs for %s', async (_job, command, run, prepare) => {
      await run();
      await prepare();

      const { calls, jobs } = await sentDuring(run);

      // Limit counters of the preparing requests are written after their responses.
      expect(calls.filter((sent) => !sent.endsWith(' limit_counters'))).toEqual([]);
      expect(jobs).toContain(command);
    });
  });

  describe('exports', () => {
    const reads = (sent: string[]) =>
      // Limit counters are read and written after the response of an earlier request.
      new Set(sent.filter((one) => /^(find|getMore|aggregate) (?!limit_counters)/.test(one)));

    it("read a fan's data with the client of jobs, and only the session with that of requests", async () => {
      await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);
      const archive = () =>
        as(fixture.kickoff, fixture.alice).get('/api/user/export').buffer(true).expect(200);

      const { calls, jobs } = await sentDuring(archive);

      expect([...reads(calls)]).toEqual(['find sessions']);
      const ofFeatures = [
        ...['posts', 'comments', 'post_likes', 'stories', 'follows', 'fan_relations'],
        ...['team_calendars', 'report_entries', 'notifications', 'media_files', 'sessions'],
      ];
      expect([...reads(jobs)]).toEqual(
        expect.arrayContaining(ofFeatures.map((name) => `find ${name}`)),
      );
    });

    it('read the fan list and the audit log with the client of jobs, further batches too', async () => {
      admin = await logInAdmin(fixture.kickoff, admin);
      await rows('audit_log').insertMany(
        Array.from({ length: 1_500 }, (_, at) => ({
          ...{ at: new Date(at), action: 'user.note', targetType: 'user', targetId: 'x' },
          actor: { _id: admin.id, username: 'ada' },
        })),
      );
      const csv = (list: string) => () =>
        as(fixture.kickoff, admin).get(`/api/admin/${list}?format=csv`).buffer(true).expect(200);

      const fans = await sentDuring(csv('users'));
      const log = await sentDuring(csv('audit-log'));

      expect(reads(fans.calls)).not.toContain('find users');
      expect(reads(fans.jobs)).toContain('find users');
      expect([...reads(log.calls)].filter((one) => one.endsWith('audit_log'))).toEqual([]);
      expect([...reads(log.jobs)]).toEqual(['find audit_log', 'getMore audit_log']);
    });
  });
});
