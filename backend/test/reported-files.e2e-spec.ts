import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { as, asVisitor } from './support/callers.js';
import { QueueRoom } from './support/case-queue.js';
import { aPicture } from './support/pictures.js';
import { uploadsFolder } from './support/stored-files.js';
import { until } from './support/until.js';

describe('media of a report', () => {
  let room: QueueRoom;

  beforeAll(async () => {
    room = await QueueRoom.open();
  });
  beforeEach(() => room.begin('image'));
  afterAll(() => room.kickoff.stop());

  const deletePost = () =>
    as(room.kickoff, room.alice).delete(`/api/pt/posts/${room.post._id}`).expect(204);
  const publicly = (path = room.post.image) => asVisitor(room.kickoff).get(`/api/uploads/${path}`);
  const toAdmins = async (by = room.ada, index: number | string = 0) =>
    as(room.kickoff, by).get(`/api/admin/reports/${(await room.newestCase())._id}/media/${index}`);
  /** The cases that have copies on disk. */
  const casesWithCopies = () =>
    readdir(join(uploadsFolder(room.kickoff), 'copies')).catch((): string[] => []);

  it('only admins can read the media after the author has deleted the post', async () => {
    const whole = await publicly().expect(200);
    await room.report(room.bob);
    await deletePost();

    const copy = await toAdmins();

    expect(copy.status).toBe(200);
    expect(copy.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
    });
    expect(copy.body).toEqual(whole.body);
    await until(async () => (await publicly()).status === 404 || undefined);
    await publicly(`copies/${(await room.newestCase())._id}/${room.post.image}`).expect(404);
    expect((await toAdmins(room.bob)).status).toBe(401);
  });

  it("the copies do not count towards the author's quota after the author has deleted the post", async () => {
    await room.report(room.bob);
    await deletePost();

    const usages = room.kickoff.connection.collection('media_usage');
    const alices = { _id: new Types.ObjectId(room.alice.id) };
    await until(async () => (await usages.findOne(alices))?.bytes === 0 || undefined);
    expect((await toAdmins()).status).toBe(200);
  });

  it('admins can read the media of a deleted story', async () => {
    const created = await as(room.kickoff, room.alice)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    const story = Story.parse(created.body);
    await room.report(room.bob, story._id, 'story');
    await as(room.kickoff, room.alice).delete(`/api/st/stories/${story._id}`).expect(204);

    expect((await toAdmins()).status).toBe(200);
  });

  it('the decision deletes the copies', async () => {
    await room.report(room.bob);
    const { _id } = await room.newestCase();
    await deletePost();
    expect(await casesWithCopies()).toContain(_id);

    await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(200);

    expect((await toAdmins()).status).toBe(404);
    expect(await casesWithCopies()).not.toContain(_id);
  });

  it('a dismissal leaves the media of the post public', async () => {
    await room.report(room.bob);

    await room.resolve(room.ada, (await room.newestCase())._id, { action: 'dismiss' });

    await publicly().expect(200);
  });

  it("an account deletion deletes the copies of the author's media", async () => {
    await room.report(room.bob);
    const { _id } = await room.newestCase();
    expect(await casesWithCopies()).toContain(_id);

    for (const step of room.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
      await step.removeAllOf(room.alice.id);
    }

    expect(await casesWithCopies()).not.toContain(_id);
  });

  it('MediaCleanupJob deletes the copies of a closed case and preserves those of an open one', async () => {
    await room.report(room.bob);
    const { _id: open } = await room.newestCase();
    await room.report(room.bob, (await room.postBy(room.alice, 'Look at this', 'image'))._id);
    const { _id: closed, targetId } = await room.newestCase();
    const cases = room.kickoff.connection.collection('reports');
    await cases.updateOne(
      { targetId: new Types.ObjectId(targetId) },
      { $set: { state: 'closed' } },
    );
    expect(await casesWithCopies()).toEqual(expect.arrayContaining([open, closed]));

    await room.kickoff.app.get(MediaCleanupJob, { strict: false }).run();

    expect(await casesWithCopies()).toContain(open);
    expect(await casesWithCopies()).not.toContain(closed);
  });

  it.each(['1', '-1', 'x', '0.5', '__proto__'])('answers 404 for the index %s', async (index) => {
    await room.report(room.bob);

    expect((await toAdmins(room.ada, index)).status).toBe(404);
  });
});
