import { EventEmitter, once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Post, StuckWork } from '@kickoff/contracts';
import { mongo, Types } from 'mongoose';

import { Unavailable } from '../src/common/errors/coded-errors.js';
import { Jobs } from '../src/common/jobs/jobs.js';
import { inBackground, iterateInBackground } from '../src/common/mongo/background.js';
import { MediaStore } from '../src/media/store/media-store.js';
import { CommentsService } from '../src/posts/comments/comments.service.js';
import { ModeratedPostExpiryJob } from '../src/posts/moderation/moderated-post-expiry.job.js';
import { PostFiles } from '../src/posts/post-files.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { ReportsService } from '../src/reports/reports.service.js';
import { StoriesService } from '../src/stories/stories.service.js';
import { anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { FeedFixture } from './support/feed-fixture.js';
import { REAL_BOUNDS } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { uploadsFolder } from './support/stored-files.js';

const MINUTE_MS = 60_000;

describe('jobs', () => {
  let fixture: FeedFixture;
  let admin: Caller;

  beforeAll(async () => {
    fixture = await FeedFixture.open(REAL_BOUNDS);
    admin = await anAdmin(fixture.kickoff);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => fixture.kickoff.stop());

  const stuck = async () =>
    StuckWork.parse((await as(fixture.kickoff, admin).get('/api/admin/jobs').expect(200)).body);

  describe('of which one item fails', () => {
    const removals = () => fixture.kickoff.app.get(PostCleanupJob, { strict: false });
    const likesOf = ({ _id }: Post) =>
      fixture.kickoff.connection
        .collection('post_likes')
        .countDocuments({ postId: new Types.ObjectId(_id) });
    const isOpen = async ({ _id }: Post) =>
      (await fixture.kickoff.connection
        .collection('deleted_posts')
        .countDocuments({ _id: new Types.ObjectId(_id) })) === 1;

    const aLikedPost = async (text: string) => {
      const post = await fixture.postBy(fixture.alice, text);
      await as(fixture.kickoff, fixture.bob).post(`/api/pt/posts/${post._id}/like`).expect(200);
      return post;
    };
    const remove = ({ _id }: Post) =>
      as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${_id}`).expect(204);
    /** The disk refuses to delete the files of this post. */
    const keepFilesOf = (post: Post) => {
      const files = fixture.kickoff.app.get(PostFiles, { strict: false });
      const discard = files.discard.bind(files);
      return jest.spyOn(files, 'discard').mockImplementation((shown) => {
        if ('_id' in shown && String(shown._id) === post._id) {
          return Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
        }
        return discard(shown);
      });
    };

    it('go on with all others, show it to admins, and try it again after growing pauses', async () => {
      const first = await aLikedPost('With a file that cannot be deleted');
      const second = await aLikedPost('Behind it');
      const discard = keepFilesOf(first);
      await remove(first);
      await remove(second);
      await removals().run();

      expect([await likesOf(first), await likesOf(second)]).toEqual([0, 0]);
      const [item] = (await stuck()).items;
      expect(item).toMatchObject({
        job: 'post-removals',
        item: first._id,
        failures: 1,
        lastError: 'Error: EACCES',
      });

      discard.mockClear();
      await removals().run();
      expect(discard).toHaveBeenCalledTimes(1);
      fixture.kickoff.clock.advance(MINUTE_MS);
      await removals().run();
      const after = (await stuck()).items.find((one) => one.item === first._id);
      expect(after).toMatchObject({ failures: 2, since: item?.since });
      const pauseMs = Date.parse(after?.retryAt ?? '') - fixture.kickoff.clock.now().getTime();
      expect(Math.ceil(pauseMs / MINUTE_MS)).toBe(2);

      discard.mockRestore();
      fixture.kickoff.clock.advance(2 * MINUTE_MS);
      await removals().run();
      expect(await stuck()).toEqual({ items: [], total: 0 });
      expect([await isOpen(first), await isOpen(second)]).toEqual([false, false]);
    });
  });

  it('hide the files of other moderated posts where those of one cannot be moved', async () => {
    const { kickoff, alice } = fixture;
    const expiry = kickoff.app.get(ModeratedPostExpiryJob, { strict: false });
    const store = kickoff.app.get(MediaStore, { strict: false });
    const aPost = async () => {
      const form = as(kickoff, alice).post('/api/pt/posts');
      return Post.parse((await form.attach('image', await aPicture(700), 'x')).body);
    };
    const [stuckPost, other] = [await aPost(), await aPost()];
    const hide = jest.spyOn(store, 'hide').mockRejectedValue(new Unavailable());
    for (const { _id } of [stuckPost, other]) {
      await as(kickoff, admin).delete(`/api/admin/posts/${_id}`).expect(200);
    }
    hide.mockRestore();
    // A folder of the file's name: it cannot be replaced by the file.
    await mkdir(join(uploadsFolder(kickoff), 'withheld', stuckPost.image ?? ''), {
      recursive: true,
    });

    await expiry.run();

    const serve = ({ image = '' }: Post) => asVisitor(kickoff).get(`/api/uploads/${image}`);
    expect((await serve(other)).status).toBe(404);
    expect((await stuck()).items).toMatchObject([
      { job: 'removed-posts', item: stuckPost._id, lastError: expect.stringContaining('EISDIR') },
    ]);
    await kickoff.connection.collection('stuck_items').deleteMany({});
  });

  it('say once a minute that the database is away', async () => {
    const failing = jest.fn(() => Promise.reject(new mongo.MongoNetworkError('away')));
    const job = fixture.kickoff.app.get(Jobs).create('test-away', failing);
    const warn = jest.spyOn(job['logger'], 'warn').mockReturnValue();

    for (let turns = 0; turns < 5; turns += 1) await job.run();
    fixture.kickoff.clock.advance(MINUTE_MS);
    await job.run();

    expect(failing).toHaveBeenCalledTimes(6);
    const line = { event: 'job_waiting', job: 'test-away', cause: 'MongoNetworkError' };
    expect(warn.mock.calls).toEqual([[{ ...line, count: 1 }], [{ ...line, count: 5 }]]);
    expect((await stuck()).total).toBe(0);
  });

  it('retry a turn that fails as a whole after a pause, and show it until one succeeds', async () => {
    let isBroken = true;
    const job = fixture.kickoff.app.get(Jobs).create('test-turn', () => {
      return isBroken ? Promise.reject(new Error('a bug')) : Promise.resolve();
    });

    await job.run();
    expect((await stuck()).items).toMatchObject([{ job: 'test-turn', item: 'turn', failures: 1 }]);
    isBroken = false;
    await job.run();
    expect((await stuck()).total).toBe(1);
    fixture.kickoff.clock.advance(MINUTE_MS);
    await job.run();

    expect((await stuck()).total).toBe(0);
  });

  it('delete the failed turn of a process that has ended with a turn that succeeds', async () => {
    const jobs = fixture.kickoff.app.get(Jobs);
    const failOnce = () =>
      jobs.create('test-ended', () => Promise.reject(new Error('a bug'))).run();
    const restarted = jobs.create('test-ended', () => Promise.resolve());
    await failOnce();
    expect((await stuck()).total).toBe(1);

    await restarted.run();
    const afterRestart = (await stuck()).total;
    // Of another instance, which has ended as well.
    await failOnce();
    fixture.kickoff.clock.advance(10 * MINUTE_MS);
    await restarted.run();

    expect([afterRestart, (await stuck()).total]).toEqual([0, 0]);
  });

  it('stand in the metrics with turns, failures and when the last one failed', async () => {
    let turns = 0;
    const job = fixture.kickoff.app.get(Jobs).create('test-metrics', (own) => {
      turns += 1;
      const fails = () => Promise.reject(new Error('a bug'));
      return turns > 1 ? Promise.resolve() : own.each(['one', 'two'], (item) => item, fails).then();
    });
    const metrics = async () => {
      const { text } = await asVisitor(fixture.kickoff).get('/api/metrics').expect(200);
      return Object.fromEntries(
        [...text.matchAll(/^kickoff_job_(\w+)\{job_name="test-metrics"\} (.+)$/gm)].map(
          ([, name = '', value]) => [name, Number(value)],
        ),
      );
    };
    expect(await metrics()).toEqual({ turns_total: 0, failures_total: 0 });

    const before = fixture.kickoff.clock.now().getTime() / 1000;
    await job.run();
    await job.run();

    const after = await metrics();
    expect(after).toMatchObject({ turns_total: 2, failures_total: 2 });
    expect(after['last_failure_timestamp_seconds']).toBeGreaterThanOrEqual(before);
    await fixture.kickoff.connection.collection('stuck_items').deleteMany({ job: 'test-metrics' });
  });

  it('run in one instance at a time, and in the next one when the first has died', async () => {
    const other = await fixture.kickoff.another();
    const ran: string[] = [];
    const begun = new EventEmitter();
    const isBegun = once(begun, 'begun');
    const end = new EventEmitter();
    const mine = fixture.kickoff.app.get(Jobs).create('test-lease', async () => {
      ran.push('mine');
      begun.emit('begun');
      await once(end, 'end');
    });
    const theirs = other.app.get(Jobs).create('test-lease', () => {
      ran.push('theirs');
      return Promise.resolve();
    });

    const turn = mine.run();
    await isBegun;
    await theirs.run();
    expect(ran).toEqual(['mine']);
    await fixture.kickoff.connection
      .collection<{ _id: string; until: Date }>('leases')
      .updateOne({ _id: 'test-lease' }, { $set: { until: new Date(0) } });
    await theirs.run();

    expect(ran).toEqual(['mine', 'theirs']);
    end.emit('end');
    await turn;
    await other.close();
  });

  it('ask on a client of their own, for longer than a call is given', async () => {
    // Twice as long as a call's query may take.
    const slow = { $where: 'sleep(4400) || true' };
    const ask = () => fixture.kickoff.connection.collection('users').findOne(slow);

    const [byJob, byCall] = await Promise.allSettled([inBackground(ask), ask()]);

    expect(byJob).toMatchObject({ status: 'fulfilled' });
    expect(byCall).toMatchObject({ status: 'rejected' });
  });

  describe('read what an export needs on that client: what takes long is not cut', () => {
    /** Makes each query of a collection take twice as long as a call's query may. */
    const slowly = async (collection: string, work: () => Promise<void>) => {
      const db = fixture.kickoff.connection;
      await db.collection(collection).rename('moved_aside');
      const body = 'function() { sleep(4400); return true; }';
      const slow = { $match: { $expr: { $function: { body, args: [], lang: 'js' } } } };
      await db.createCollection(collection, { viewOn: 'moved_aside', pipeline: [slow] });
      try {
        await work();
      } finally {
        await db.dropCollection(collection);
        await db.collection('moved_aside').rename(collection);
      }
    };
    const firstOf = async <Item>(list: AsyncIterable<Item>) => {
      for await (const item of list) return item;
      return undefined;
    };

    it('the comments', async () => {
      const post = await fixture.postBy(fixture.alice, 'With one comment');
      await as(fixture.kickoff, fixture.bob)
        .post(`/api/pt/posts/${post._id}/comment`)
        .send({ text: 'Slow to read' })
        .expect(200);

      await slowly('comments', async () => {
        const comments = fixture.kickoff.app.get(CommentsService, { strict: false });
        const first = await firstOf(iterateInBackground(comments.exportOf(fixture.bob.id)));
        expect(first).toMatchObject({ text: 'Slow to read' });
      });
    });

    it('the reports', async () => {
      const post = await fixture.postBy(fixture.alice, 'To be reported');
      await as(fixture.kickoff, fixture.bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: post._id, reason: 'spam' })
        .expect(201);

      await slowly('report_entries', async () => {
        const reports = fixture.kickoff.app.get(ReportsService, { strict: false });
        const first = await firstOf(iterateInBackground(reports.exportOf(fixture.bob.id)));
        expect(first).toMatchObject({ targetId: post._id });
      });
    });
  });

  it('hold up no start: it listens while the first sweep is on its way', async () => {
    const sweep = jest.spyOn(StoriesService.prototype, 'over').mockReturnValue({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    });

    const other = await fixture.kickoff.another();

    await asVisitor(other).get('/api/health/ready').expect(200);
    sweep.mockRestore();
    await other.close();
  });

  it('are shown to admins only', async () => {
    await as(fixture.kickoff, fixture.alice).get('/api/admin/jobs').expect(401);
    await asVisitor(fixture.kickoff).get('/api/admin/jobs').expect(401);
  });
});
