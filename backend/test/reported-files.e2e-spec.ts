import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Story } from '@kickoff/contracts';
import { mongo, Types } from 'mongoose';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { Unavailable } from '../src/common/errors/coded-errors.js';
import { newId } from '../src/common/mongo/ids.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { MediaCopies } from '../src/media/media-copies.js';
import { MediaStore } from '../src/media/store/media-store.js';
import { as, asVisitor } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import { aPicture } from './support/pictures.js';
import { uploadsFolder } from './support/stored-files.js';
import { until } from './support/until.js';

const MINUTE_MS = 60_000;

describe('media of a report', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  beforeEach(() => fixture.begin('image'));
  afterAll(() => fixture.kickoff.stop());

  const deletePost = () =>
    as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${fixture.post._id}`).expect(204);
  const publicly = (path = fixture.post.image) =>
    asVisitor(fixture.kickoff).get(`/api/uploads/${path}`);
  const toAdmins = async (by = fixture.ada, index: number | string = 0) =>
    as(fixture.kickoff, by).get(
      `/api/admin/reports/${(await fixture.newestCase())._id}/media/${index}`,
    );
  /** The cases that have copies on disk. */
  const casesWithCopies = () =>
    readdir(join(uploadsFolder(fixture.kickoff), 'copies')).catch((): string[] => []);

  it('only admins can read the media after the author has deleted the post', async () => {
    const whole = await publicly().expect(200);
    await fixture.report(fixture.bob);
    await deletePost();

    const copy = await toAdmins();

    expect(copy.status).toBe(200);
    expect(copy.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
    });
    expect(copy.body).toEqual(whole.body);
    await until(async () => (await publicly()).status === 404 || undefined);
    await publicly(`copies/${(await fixture.newestCase())._id}/${fixture.post.image}`).expect(404);
    expect((await toAdmins(fixture.bob)).status).toBe(401);
  });

  it("the copies do not count towards the author's quota after the author has deleted the post", async () => {
    await fixture.report(fixture.bob);
    await deletePost();

    const usages = fixture.kickoff.connection.collection('media_usage');
    const alices = { _id: new Types.ObjectId(fixture.alice.id) };
    await until(async () => (await usages.findOne(alices))?.bytes === 0 || undefined);
    expect((await toAdmins()).status).toBe(200);
  });

  it('admins can read the media of a deleted story', async () => {
    const created = await as(fixture.kickoff, fixture.alice)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    const story = Story.parse(created.body);
    await fixture.report(fixture.bob, story._id, 'story');
    await as(fixture.kickoff, fixture.alice).delete(`/api/st/stories/${story._id}`).expect(204);

    expect((await toAdmins()).status).toBe(200);
  });

  it('the decision deletes the copies', async () => {
    await fixture.report(fixture.bob);
    const { _id } = await fixture.newestCase();
    await deletePost();
    expect(await casesWithCopies()).toContain(_id);

    await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);

    expect((await toAdmins()).status).toBe(404);
    expect(await casesWithCopies()).not.toContain(_id);
  });

  it('a dismissal leaves the media of the post public', async () => {
    await fixture.report(fixture.bob);

    await fixture.resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'dismiss' });

    await publicly().expect(200);
  });

  it("an account deletion deletes the copies of the author's media", async () => {
    await fixture.report(fixture.bob);
    const { _id } = await fixture.newestCase();
    expect(await casesWithCopies()).toContain(_id);

    for (const step of fixture.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
      await step.removeAllOf(fixture.alice.id);
    }

    expect(await casesWithCopies()).not.toContain(_id);
  });

  it('MediaCleanupJob deletes the copies of a closed case and preserves those of an open one', async () => {
    await fixture.report(fixture.bob);
    const { _id: open } = await fixture.newestCase();
    await fixture.report(
      fixture.bob,
      (await fixture.postBy(fixture.alice, 'Look at this', 'image'))._id,
    );
    const { _id: closed, targetId } = await fixture.newestCase();
    const cases = fixture.kickoff.connection.collection('reports');
    await cases.updateOne(
      { targetId: new Types.ObjectId(targetId) },
      { $set: { state: 'closed' } },
    );
    expect(await casesWithCopies()).toEqual(expect.arrayContaining([open, closed]));

    await fixture.kickoff.app.get(MediaCleanupJob, { strict: false }).run();

    expect(await casesWithCopies()).toContain(open);
    expect(await casesWithCopies()).not.toContain(closed);
  });

  it('MediaCleanupJob deletes copies without a case after a minute', async () => {
    const caseId = newId();
    const copies = fixture.kickoff.app.get(MediaCopies, { strict: false });
    const sweep = () => fixture.kickoff.app.get(MediaCleanupJob, { strict: false }).run();
    await copies.copy(caseId, [fixture.post.image ?? '']);

    await sweep();
    expect(await casesWithCopies()).toContain(caseId);
    fixture.kickoff.clock.advance(MINUTE_MS);
    await sweep();

    expect(await casesWithCopies()).not.toContain(caseId);
  });

  describe('when filing is interrupted', () => {
    const send = () =>
      as(fixture.kickoff, fixture.bob)
        .post('/api/reports')
        .set('Idempotency-Key', `interrupted-${fixture.post._id}`)
        .send({ targetType: 'post', targetId: fixture.post._id, reason: 'Spam' });
    const storedRows = async () => ({
      cases: await fixture.kickoff.connection.collection('reports').countDocuments(),
      reports: await fixture.kickoff.connection.collection('report_entries').countDocuments(),
    });

    /** Sends a report that fails, and its retry. Returns what was stored between them. */
    const rowsBeforeRetry = async () => {
      const first = await send();
      const between = await storedRows();
      const again = await send();
      expect([first.status, again.status]).toEqual([503, 201]);
      return between;
    };
    /** Fails the next change of a case. */
    const failNextCount = () =>
      jest
        .spyOn(fixture.kickoff.connection.collection('reports'), 'updateOne')
        .mockRejectedValueOnce(new mongo.MongoNetworkError('cut'));

    it('nothing is stored if the media cannot be copied, and the retry files the report', async () => {
      jest
        .spyOn(fixture.kickoff.app.get(MediaStore, { strict: false }), 'copy')
        .mockRejectedValueOnce(new Unavailable('The store is away'));

      const between = await rowsBeforeRetry();

      expect(between).toEqual({ cases: 0, reports: 0 });
      expect(await fixture.newestCase()).toMatchObject({ count: 1 });
      expect((await toAdmins()).status).toBe(200);
    });

    it('nothing is stored if the report cannot be counted, and the retry files and counts it', async () => {
      failNextCount();

      const between = await rowsBeforeRetry();

      expect(between).toEqual({ cases: 0, reports: 0 });
      expect(await fixture.newestCase()).toMatchObject({ count: 1 });
    });

    it('a second report is not stored if it cannot be counted', async () => {
      await fixture.report(fixture.carol);
      failNextCount();

      const between = await rowsBeforeRetry();

      expect(between).toEqual({ cases: 1, reports: 1 });
      expect(await fixture.newestCase()).toMatchObject({ count: 2 });
    });
  });

  it('a report of a case that is closed meanwhile opens another case with its own copies', async () => {
    await fixture.report(fixture.carol);
    const { _id: first } = await fixture.newestCase();
    const copies = fixture.kickoff.app.get(MediaCopies, { strict: false });
    const copy = copies.copy.bind(copies);
    jest.spyOn(copies, 'copy').mockImplementationOnce(async (holder, paths) => {
      await copy(holder, paths);
      await fixture.resolve(fixture.ada, first, { action: 'dismiss' }).expect(200);
    });

    await fixture.report(fixture.bob);

    const second = await fixture.newestCase();
    expect(second).toMatchObject({ state: 'open', count: 1 });
    expect(second._id).not.toBe(first);
    expect((await toAdmins()).status).toBe(200);
  });

  it.each(['1', '-1', 'x', '0.5', '__proto__'])('answers 404 for the index %s', async (index) => {
    await fixture.report(fixture.bob);

    expect((await toAdmins(fixture.ada, index)).status).toBe(404);
  });
});
